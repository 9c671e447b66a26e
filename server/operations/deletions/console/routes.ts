import { blankFirm } from "../../../firm/firms/console/fields.tsx"
import { onPage } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import { deletedMatterPage, restore, sendCertificate } from "./deleted-matter-page.tsx"
import { deletionForm, dueForm, dueUrl, holdForm, release, removal } from "./forms.tsx"
import { retentionFields, retentionForm, retentionPage } from "./retention-page.tsx"
import { retentionUrl } from "./words.tsx"

const admin = { admin: true }
const deleted = `${retentionUrl}/deleted/:deletion_id`

export function deletionPages(console: Console): void {
  console.form("/console/matters/:matter_id/deletion", deletionForm, admin)
  console.form("/console/matters/:matter_id/hold", holdForm, admin)
  console.action("/console/matters/:matter_id/release", release, admin)
  console.form(retentionUrl, onPage(undefined, retentionPage, retentionForm), admin)
  console.form(dueUrl, onPage(retentionUrl, retentionPage, dueForm), admin)
  registerSettings(retentionUrl, retentionFields(blankFirm.settings))
  console.page(deleted, deletedMatterPage, admin)
  console.page(`${deleted}/certificate.pdf`, sendCertificate, admin)
  console.action(`${deleted}/restoration`, restore, admin)
  console.form(`${deleted}/removal`, onPage(deleted, deletedMatterPage, removal), admin)
}
