import { blankFirm, firmFields } from "../../../firm/firms/console/fields.tsx"
import { teamCrumb } from "../../../firm/users/console/team-words.tsx"
import { onPage } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import { memberForm, newMemberForm } from "./member-form.tsx"
import { memberPage } from "./member-page.tsx"
import { deactivation, identityRemoval, reactivation, setupLink } from "./steps.tsx"
import { signingIn, signingInUrl, teamPage } from "./team-page.tsx"

const admin = { admin: true }
const base = "/console/settings/team/:user_id"

export function teamPages(console: Console): void {
  console.form(teamCrumb.href, onPage(undefined, teamPage, newMemberForm), admin)
  console.form(signingInUrl, onPage(teamCrumb.href, teamPage, signingIn), admin)
  console.page(base, memberPage, admin)
  console.form(`${base}/role`, onPage(base, memberPage, memberForm), admin)
  console.form(`${base}/setup-link`, onPage(base, memberPage, setupLink), admin)
  console.form(`${base}/single-sign-on`, onPage(base, memberPage, identityRemoval), admin)
  console.form(`${base}/deactivation`, onPage(base, memberPage, deactivation), admin)
  console.form(`${base}/reactivation`, onPage(base, memberPage, reactivation), admin)
  registerSettings(teamCrumb.href, firmFields(blankFirm).signingIn)
}
