// Every form that staff send leaves an entry in the audit log, in the transaction that takes it: the route's own
// words where it has some, else what the next page says was done.
import { hasAudited, recordAudit } from "../audit/audit.ts"
import type { PageRequest } from "./page-request.ts"
import type { PageResponse } from "./view.tsx"

/** The action a route leaves behind; `nothing` for one that only shows or checks what was typed. */
export type AuditEntry = { action: string } | "nothing"

/** Records what was done, unless the route did so itself, or nothing was accepted. */
export async function recordForm(req: PageRequest, answer: PageResponse, audit?: AuditEntry): Promise<void> {
  if (audit === "nothing" || hasAudited(req.tx) || isRefusal(answer)) return
  const action = audit?.action ?? ("to" in answer ? answer.flash?.done : undefined)
  if (!action && req.parts.config.environment === "test")
    throw new Error(`The route behind ${req.url} does not say what its form did: give it a trace.`)
  await recordAudit(req.tx, action ?? "form_sent", subjectOf(req, answer))
}

/** A page that came back instead: a wrong password, a form with faults. */
function isRefusal(answer: PageResponse): boolean {
  return "body" in answer && (answer.status ?? 200) >= 400
}

/** The record a form was about stands in its address, that of something new in the address it leads to. */
function subjectOf({ url }: PageRequest, answer: PageResponse) {
  const ids = idsIn(url).concat("to" in answer ? idsIn(answer.to) : [])
  const matter_id = ids.find((id) => id.startsWith("matter_"))
  return { matter_id, record_id: ids.find((id) => id !== matter_id) }
}

function idsIn(path: string): string[] {
  return path.split("?")[0]?.match(/[a-z]+_[PF]?[0-9A-F]{32}/g) ?? []
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What is posted here leaves an entry in the audit log. */
    audited?: boolean
  }
}
