// An accepted form of the console takes effect once, however often it is pressed (firm/access/accepted-forms.ts), and
// writes an audit entry in its own transaction: the route's action if it names one, else the key of its flash message.

import type { FastifyRequest } from "fastify"
import { claimPress, digestOf, keepResponse, readResponse } from "../../firm/access/accepted-forms.ts"
import type { Staff } from "../../firm/access/console.ts"
import { ownerField } from "../../firm/access/owner-field.ts"
import { hasAudited, recordAudit } from "../../firm/audit/audit.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import type { Flash } from "./forms/flash.ts"
import type { PageRequest } from "./page-request.ts"
import { isRedirect, type PageResponse, type Redirect } from "./view.tsx"

/** The action a route records; "nothing" for one that only previews or checks what was typed. */
export type AuditEntry = { action: string } | "nothing"

/** Records the form's action, unless the route has recorded one itself and says no more about it, or refused the form. */
export async function recordForm(
  req: PageRequest,
  response: PageResponse,
  audit?: AuditEntry,
): Promise<void> {
  const about = "to" in response ? response.about : undefined
  if (audit === "nothing" || (hasAudited(req.tx) && !about) || isRefusal(response)) return
  const action = audit?.action ?? ("to" in response ? response.flash?.done : undefined)
  if (!action && req.parts.config.environment === "test")
    throw new Error(`The route of ${req.url} does not say what its form did: give it an audit entry.`)
  await recordAudit(req.tx, action ?? "form_sent", { ...subjectOf(req, response), ...about })
}

/** The page is shown again: a wrong password, a form with faults, a value that a colleague has changed meanwhile. */
function isRefusal(response: PageResponse): boolean {
  if ("to" in response) return response.flash?.is_refusal === true
  return "body" in response && (response.status ?? 200) >= 400
}

/** The record's id comes from the form's address; a new record's, from the address the form redirects to. */
function subjectOf(req: PageRequest, response: PageResponse) {
  const matter_id = matterIn(req, response)
  return { matter_id, record_id: idsOf(req, response).find((id) => id !== matter_id) }
}

/** The matter that a form is about: that of its address, or of the one it leads to. */
export function matterIn(req: PageRequest, response: PageResponse): string | undefined {
  return idsOf(req, response).find((id) => id.startsWith("matter_"))
}

function idsOf({ url }: PageRequest, response: PageResponse): string[] {
  return idsIn(url).concat("to" in response ? idsIn(response.to) : [])
}

function idsIn(path: string): string[] {
  return path.split("?")[0]?.match(/(?<![a-z])[a-z]+_[PF]?[0-9A-F]{32}/g) ?? []
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** POSTs to this route write an audit entry. */
    audited?: boolean
  }
}

/** What identifies the press, and by whom its response is sealed. */
export function pressOf({ url, body }: FastifyRequest, { ring }: Parts, { user_id, firm_id }: Staff) {
  const { [ownerField]: _, ...form } = (body ?? {}) as Form
  return [{ ring, firm_id }, digestOf({ user_id, url, form })] as const
}

/** The "Undo" of a message, also if only the response to its press has it. */
export async function readUndo(tx: Tx, { ring }: Parts, { firm_id }: Staff, { undo, undo_of }: Flash) {
  const response = undo_of && (await readResponse(tx, { ring, firm_id }, undo_of))
  return response ? (response as Redirect).flash?.undo : undo
}

/** The response to the same press, if it took effect before. */
export function findEarlier(tx: Tx, parts: Parts, request: FastifyRequest, staff: Staff): Promise<unknown> {
  return readResponse(tx, ...pressOf(request, parts, staff))
}

/** Carries the form out and audits it, unless the same press did before: then its response is that one's. */
export function once(
  request: FastifyRequest,
  parts: Parts,
  act: (req: PageRequest) => Promise<PageResponse>,
  audit: AuditEntry | undefined,
) {
  return async (req: PageRequest): Promise<PageResponse> => {
    const [sealer, digest] = pressOf(request, parts, req.staff)
    const earlier = digest && (await claimPress(req.tx, sealer, digest))
    if (earlier) return earlier as Redirect
    const response = await act(req)
    await recordForm(req, response, audit)
    if (digest) {
      // A page or a file has changed nothing, and what was refused may be sent again.
      const isDone = isRedirect(response) && !response.flash?.is_refusal
      const done = isDone ? { to: response.to, flash: response.flash } : undefined
      await keepResponse(req.tx, sealer, { digest, response: done, matter_id: matterIn(req, response) })
    }
    return response
  }
}
