import type { Language } from "../../../../definition/text.ts"
import { Failure } from "../../../../platform/errors.ts"
import { responseTo } from "../../../../platform/http/responses/problem.ts"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { UploadAborted } from "../../downloads/detached-stream.ts"
import { extensionOf } from "../../filename.ts"
import { UploadRefused } from "../../uploads/upload-refused.ts"
import { max_attachments } from "../../uploads/upload-target.ts"

/** The sentence that says why a file was refused and what to do about it. */
export function refusalSentence(error: unknown, filename: string, lang: Language): string {
  const words = wordsIn(lang).documents
  if (error instanceof UploadRefused) {
    if (error.fault !== "content_mismatch") return words.faults[error.fault]
    return words.faults.content_mismatch(extensionOf(filename), error.found_extension)
  }
  if (error instanceof Failure && error.code === "one_file_only") return words.one_only
  if (error instanceof Failure && error.code === "matter_storage_full") return words.matter_full
  if (error instanceof Failure && error.code === "firm_storage_full") return words.firm_full
  if (error instanceof Failure && error.code === "too_many_attachments")
    return words.too_many_attached(max_attachments)
  if (error instanceof Failure && error.code === "message_sent") return words.already_sent
  if (error instanceof Failure && error.code === "too_many_uploads") return words.too_many_bytes
  if (error instanceof UploadAborted) return words.incomplete
  return responseTo(error).status === 507 ? words.no_space : words.broken
}

/** The response status if the server failed (500, or 507 if the disk is full); undefined if the file is at fault. */
export function faultStatus(error: unknown): number | undefined {
  if (error instanceof UploadAborted) return undefined
  const { status } = responseTo(error)
  return status >= 500 ? status : undefined
}
