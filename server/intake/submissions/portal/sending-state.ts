// Whether the answers can be sent, and what is still to come. Home, the page before submitting and the confirmation
// all read it here, so they cannot disagree.
import { joinWords } from "../../../platform/text/joined-words.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { Missing } from "../missing/missing-answer.ts"
import { openItemInWords } from "../missing/open-item-words.ts"
import { type OpenItem, openItemsInWords } from "../missing/open-items.ts"

export interface SendingState {
  /** Answers are missing, only signatures are, or nothing is. */
  kind: "incomplete" | "unsigned" | "ready"
  missing: readonly Missing[]
  open: readonly OpenItem[]
  /** One sentence that says so. */
  sentence: string
}

export async function readSendingState(req: PageRequest): Promise<SendingState> {
  const { missing, open } = await req.loaded.readiness()
  const words = req.words.review.state
  const unsigned = missing.filter(({ code }) => code === "signature_missing")
  if (unsigned.length < missing.length)
    return { kind: "incomplete", missing, open, sentence: words.incomplete(missing.length) }
  if (unsigned.length > 0) {
    const signatures = unsigned.map((each) => signatureInWords(each, req))
    return { kind: "unsigned", missing, open, sentence: words.unsigned(joinWords(signatures, req.lang)) }
  }
  return { kind: "ready", missing, open, sentence: readySentence(open, req) }
}

function signatureInWords({ where, label, person = "" }: Missing, req: PageRequest): string {
  const contact_id = "signer_id" in where ? where.signer_id : null
  return openItemInWords({ kind: "signature", contact_id, title: label, person }, req.lang, readerOf(req))
}

function readySentence(open: readonly OpenItem[], req: PageRequest): string {
  const words = req.words.review.state
  return open.length === 0 ? words.ready : words.ready_open(joinWords(openInWords(open, req), req.lang))
}

/** Open items in words for the reader of the page. */
export function openInWords(open: readonly OpenItem[], req: PageRequest): string[] {
  return openItemsInWords(open, req.lang, readerOf(req))
}

/** Who reads about open items on this page. */
export function readerOf({ client, filled_in_for }: PageRequest) {
  return filled_in_for === undefined ? { contact_id: client.contact_id } : ("firm" as const)
}
