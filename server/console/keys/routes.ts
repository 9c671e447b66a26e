import { createKey, revokeKey, scopes } from "../../access/keys.ts"
import { recordAudit } from "../../audit/audit.ts"
import { badRequest, conflict, type Fault } from "../../platform/errors.ts"
import { type PageRequest, textOf } from "../page-request.ts"
import { readLine } from "../read-text.ts"
import type { Console } from "../routing.ts"
import type { PageResponse } from "../view.tsx"
import { findKey, keyPage, revocationPage } from "./key-page.tsx"
import { keysPage } from "./keys-page.tsx"
import { lifetimes, newKeyPage } from "./new-key-page.tsx"

const admin = { admin: true }

export function keyPages(console: Console): void {
  console.page("/console/keys", keysPage, admin)
  console.form("/console/keys/new", { show: newKeyPage, act: createFromForm }, admin)
  console.page("/console/keys/:key_id", keyPage, admin)
  console.form("/console/keys/:key_id/revocation", { show: revocationPage, act: revoke }, admin)
}

async function createFromForm({ tx, form }: PageRequest): Promise<PageResponse> {
  const faults: Fault[] = []
  const name = readLine(form, { param: "name", label: "Name", max: 100 }, faults)
  if (name === "" && faults.length === 0)
    faults.push({ param: "name", code: "required", message: "Enter a name, in at most 100 characters." })
  const granted = scopes.filter((scope) => form.scopes?.includes(scope))
  if (granted.length === 0)
    faults.push({ param: "scopes", code: "required", message: "Choose at least one permission." })
  const days = lifetimes.find(({ value }) => value === textOf(form, "expires"))
  if (!days) faults.push({ param: "expires", code: "unknown_value", message: "Choose when it expires." })
  if (!days || faults.length > 0) throw badRequest(faults)
  const expires_at = days.value ? new Date(tx.now.getTime() + Number(days.value) * 24 * 3_600_000) : undefined
  const { id, token } = await createKey(tx, { name, scopes: granted, expires_at })
  await recordAudit(tx, "key_created", { record_id: id, label: name })
  return { to: `/console/keys/${id}`, flash: { done: "key_created", handed: { token } } }
}

async function revoke(req: PageRequest): Promise<PageResponse> {
  const { id, name } = await findKey(req)
  if (!(await revokeKey(req.tx, id))) throw conflict("already_revoked", "This key has already been revoked.")
  await recordAudit(req.tx, "key_revoked", { record_id: id, label: name })
  return { to: `/console/keys/${id}`, flash: { done: "key_revoked" } }
}
