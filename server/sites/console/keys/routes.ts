import { consentPath } from "../../../firm/access/apps/addresses.ts"
import { testFirmDeletion, testFirmForm } from "../../../operations/test-firms/console/forms.tsx"
import { onPage } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { consent } from "./consent.tsx"
import { newKeyForm, revocation } from "./key-forms.tsx"
import { keyPage, keysPage } from "./pages.tsx"

const admin = { admin: true }
const key = "/console/settings/keys/:key_id"

export function keyPages(console: Console): void {
  console.form("/console/settings/keys", onPage(undefined, keysPage, newKeyForm), admin)
  console.form("/console/settings/test-firm", onPage("/console/settings/keys", keysPage, testFirmForm), admin)
  console.form(
    "/console/settings/test-firm/deletion",
    onPage("/console/settings/keys", keysPage, testFirmDeletion),
    admin,
  )
  console.form(consentPath, consent, admin)
  console.page(key, keyPage, admin)
  console.form(`${key}/revocation`, onPage(key, keyPage, revocation), admin)
}
