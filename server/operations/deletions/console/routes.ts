import type { Console } from "../../../web/console/routing.ts"
import { deletedMatterPage, restore, sendCertificate } from "./deleted-matter-page.tsx"
import { deletedMattersPage } from "./deleted-matters-page.tsx"
import { deletionForm } from "./deletion-page.tsx"
import { dueForm } from "./due-page.ts"
import { holdForm, releaseForm } from "./hold-pages.ts"
import { removal } from "./removal-page.tsx"
import { registerRetention, retentionForm, retentionUrl } from "./retention-page.tsx"

const admin = { admin: true }
const base = "/console/settings/deleted-matters"

export function deletionPages(console: Console): void {
  console.form("/console/matters/:matter_id/deletion", deletionForm, admin)
  console.form("/console/matters/:matter_id/hold", holdForm, admin)
  console.form("/console/matters/:matter_id/release", releaseForm, admin)
  console.page(base, deletedMattersPage, admin)
  console.page(`${base}/:deletion_id`, deletedMatterPage, admin)
  console.page(`${base}/:deletion_id/certificate.pdf`, sendCertificate, admin)
  console.action(`${base}/:deletion_id/restoration`, restore, admin)
  console.form(`${base}/:deletion_id/removal`, removal, admin)
  console.form(retentionUrl, retentionForm, admin)
  registerRetention()
  console.form("/console/settings/retention/due", dueForm, admin)
}
