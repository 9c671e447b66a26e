import type { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import type { Language } from "../../../../definition/text.ts"
import { ownerField } from "../../../../firm/access/owner-field.ts"
import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import type { Parts } from "../../../../parts.ts"
import { Failure, notFound } from "../../../../platform/errors.ts"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { detachedStream } from "../../downloads/detached-stream.ts"
import { openMatterFile } from "../../uploads/file-reuse.ts"
import { receiveDocument } from "../../uploads/uploads.ts"
import { faultStatus, refusalSentence } from "./refusals.ts"
import { fieldAt, filesField, reuseField } from "./upload-form.tsx"
import type { Outcome, UploadPage } from "./upload-page.tsx"

/** The most files one form may upload. */
const max_files = 30

/** Receives every file of the form, whatever happens to the others; also returns its other fields. */
export async function receiveFiles(
  request: FastifyRequest,
  parts: Parts,
  client: ClientIdentity,
  lang: Language,
  upload: UploadPage["upload"],
): Promise<{ outcome: Outcome; fields: Map<string, string> }> {
  const outcome: Outcome = { received: [], refused: [] }
  const fields = new Map<string, string>()
  const places = Object.keys(upload.targets)
  const placeIn = (name: string, field: string) => places.find((place) => fieldAt(name, place) === field)
  const reused: { document_id: string; place: string }[] = []
  let files = 0
  if (!request.isMultipart()) return { outcome, fields }
  try {
    for await (const part of request.parts()) {
      const again_at = part.type === "field" ? placeIn(reuseField, part.fieldname) : undefined
      const place = placeIn(filesField, part.fieldname) ?? places[0] ?? ""
      if (part.type === "field" && again_at !== undefined)
        reused.push({ document_id: String(part.value), place: again_at })
      else if (part.type === "field" && part.fieldname === ownerField)
        await request.inPortal(async () => undefined, { sent: { [ownerField]: String(part.value) } })
      else if (part.type === "field") fields.set(part.fieldname, String(part.value))
      else if (!part.filename) part.file.resume()
      else if (++files > max_files) {
        if (files === max_files + 1) refuse(place, wordsIn(lang).documents.too_many(max_files))
        part.file.resume()
      } else
        await receiveOne(place, part.filename, detachedStream(part.file)).finally(() => part.file.resume())
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    // The form itself is at fault: it exceeds a limit, or the connection broke.
    request.log.warn({ err: error }, "upload form not read to its end")
    if (outcome.refused.length === 0) refuse(places[0] ?? "", wordsIn(lang).documents.incomplete)
  }
  for (const { document_id, place } of reused) {
    const { filename, source } = await openMatterFile(parts, client, document_id)
    await receiveOne(place, filename, source)
  }
  return { outcome, fields }

  function refuse(place: string, text: string): void {
    outcome.refused.push({ place, text })
  }

  async function receiveOne(place: string, filename: string, source: Readable): Promise<void> {
    const [target, replaces] = [upload.targets[place], upload.replaces]
    if (!target) throw notFound()
    const file = { matter_id: client.matter_id, ...target, replaces, filename, source }
    try {
      const { filename: stored_as } = await receiveDocument(parts, client, file)
      outcome.received.push(stored_as)
    } catch (error) {
      if (error instanceof Failure && isAboutTheMatter(error)) throw error
      const status = faultStatus(error)
      if (status !== undefined) request.log.error({ err: error }, "upload failed")
      outcome.fault_status ??= status
      refuse(place, wordsIn(lang).documents.fault(filename, refusalSentence(error, filename, lang)))
    }
  }
}

/** Whether the form's other files would fail in the same way. */
function isAboutTheMatter({ kind, code }: Failure): boolean {
  return (kind === "conflict" && code !== "one_file_only") || kind === "not_found" || kind === "unavailable"
}
