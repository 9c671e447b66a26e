import { notFound } from "../../../platform/errors.ts"
import { no_messages, requireOpen } from "../../matters/editing.ts"
import type { PageRequest } from "../../portal/page-request.ts"

/** Who would write, and where. */
type Writer = {
  matter: Pick<PageRequest["matter"], "close_date">
  client: Pick<PageRequest["client"], "is_firm_staff" | "is_limited">
}

/** Why no message can be written to the firm here; undefined if one can. Staff who act for a client write in the console. */
export function whyNotWrite({ matter, client }: Writer): "not_a_client" | "closed" | undefined {
  if (client.is_firm_staff || client.is_limited) return "not_a_client"
  return matter.close_date === null ? undefined : "closed"
}

/** Throws "not found", and "conflict" for a closed matter, if no message can be written: before anything of it is stored. */
export function requireWriter(writer: Writer): void {
  if (whyNotWrite(writer) === "not_a_client") throw notFound()
  requireOpen(writer.matter, no_messages)
}
