import type { Console } from "../../../../web/console/routing.ts"
import { memberForm, newMemberForm } from "./member-form.tsx"
import { memberPage } from "./member-page.tsx"
import { deactivation, identityRemoval, reactivation, setupLink } from "./steps.tsx"
import { teamPage } from "./team-page.tsx"

const admin = { admin: true }
const base = "/console/team/:user_id"

export function teamPages(console: Console): void {
  console.page("/console/team", teamPage, admin)
  console.form("/console/team/new", newMemberForm, admin)
  console.page(base, memberPage, admin)
  console.form(`${base}/role`, memberForm, admin)
  console.form(`${base}/setup-link`, setupLink, admin)
  console.form(`${base}/single-sign-on`, identityRemoval, admin)
  console.form(`${base}/deactivation`, deactivation, admin)
  console.form(`${base}/reactivation`, reactivation, admin)
}
