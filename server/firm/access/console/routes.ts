import type { Console } from "../../../web/console/routing.ts"
import { keyPage } from "./key-page.tsx"
import { keysPage } from "./keys-page.tsx"
import { newKeyForm } from "./new-key.tsx"
import { revocation } from "./revocation.tsx"

const admin = { admin: true }

export function keyPages(console: Console): void {
  console.page("/console/keys", keysPage, admin)
  console.form("/console/keys/new", newKeyForm, admin)
  console.page("/console/keys/:key_id", keyPage, admin)
  console.form("/console/keys/:key_id/revocation", revocation, admin)
}
