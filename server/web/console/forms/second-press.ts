// A form that is pressed twice takes effect once: see firm/access/accepted-forms.ts.
import type { FastifyRequest } from "fastify"
import { claimPress, digestOf, keepResponse, readResponse } from "../../../firm/access/accepted-forms.ts"
import type { Staff } from "../../../firm/access/console.ts"
import { ownerField } from "../../../firm/access/owner-field.ts"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { type AuditEntry, matterIn, recordForm } from "../audit-entry.ts"
import type { PageRequest } from "../page-request.ts"
import { isRedirect, type PageResponse, type Redirect } from "../view.tsx"

function pressOf({ url, body }: FastifyRequest, { ring }: Parts, { user_id, firm_id }: Staff) {
  const { [ownerField]: _, ...form } = (body ?? {}) as Form
  return [{ ring, firm_id }, digestOf({ user_id, url, form })] as const
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
