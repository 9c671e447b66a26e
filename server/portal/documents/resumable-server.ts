// What tus does for an upload: which place it has in the store, and what becomes of it once it is whole.

import type { AsyncLocalStorage } from "node:async_hooks"
import { Server } from "@tus/server"
import type { ClientIdentity } from "../../access/portal.ts"
import type { Language } from "../../definition/text.ts"
import { max_upload_bytes } from "../../documents/content-type.ts"
import { findUpload, readParts, removeParts, removeUpload } from "../../documents/unfinished.ts"
import { receiveDocument } from "../../documents/uploads.ts"
import { narrowToClient } from "../../matters/parts-alone.ts"
import type { Parts } from "../../parts.ts"
import { Failure } from "../../platform/errors.ts"
import { faultOf } from "../../platform/files/file-parts.ts"
import { answerTo } from "../../platform/http/problem.ts"
import { wordsIn } from "../words/words.ts"
import { refusalSentence } from "./refusals.ts"
import { ResumableStore } from "./resumable-store.ts"
import { findTarget } from "./resumable-target.ts"
import { uploadsPath } from "./upload-settings.ts"

/** One request: who asks, and about which upload. */
export interface Call {
  client: ClientIdentity
  lang: Language
  upload_id: string
  /** Set where the answer asks for patience. */
  retry_after_s?: number | undefined
}

/** What tus makes an answer of. */
interface TusError {
  status_code: number
  body: string
  retry_after_s?: number | undefined
}

/** The protocol's own part, which works within the `calls` of our requests. */
export function openTus(parts: Parts, calls: AsyncLocalStorage<Call>): Server {
  const receiving = new Map<string, Promise<void>>()
  const callOf = (): Call => {
    const call = calls.getStore()
    if (!call) throw new Error("tus worked outside of a request.")
    return call
  }
  return new Server({
    path: uploadsPath,
    relativeLocation: true,
    maxSize: max_upload_bytes,
    namingFunction: () => callOf().upload_id,
    datastore: new ResumableStore(parts, () => callOf().client),
    onUploadFinish: async (_, { id }) => {
      // The last byte may come twice, while the first is still being acted on: both get the one outcome.
      const outcome = receiving.get(id) ?? receive(parts, id, callOf())
      receiving.set(id, outcome)
      await outcome.finally(() => receiving.delete(id))
      return {}
    },
    onResponseError: (_, error) => {
      const told = error as Partial<TusError>
      const { status, code, retry_after_s } = answerTo(error)
      callOf().retry_after_s = told.retry_after_s ?? retry_after_s
      if (told.status_code !== undefined) return undefined
      if (status >= 500) parts.log.error({ err: error }, "upload failed")
      return { status_code: status, body: code }
    },
  })
}

/** Receives a file that is all here. What cannot be taken is forgotten; what failed on our side can be tried again. */
async function receive(parts: Parts, id: string, { client, lang }: Call): Promise<void> {
  const { firm_id, matter_id } = client
  const find = () => parts.db.forFirm(firm_id, (tx) => findUpload(tx, parts.ring, id))
  const upload = await find()
  if (!upload || upload.document_id !== null) return
  const { filename } = upload
  try {
    const { target, replaces } = await parts.db.forFirm(
      firm_id,
      async (tx) => {
        // A helper's parts are known only where their session is opened.
        if (client.is_limited) await narrowToClient(tx, client)
        return findTarget(parts, tx, client, upload)
      },
      client,
    )
    const source = await readParts(parts, upload)
    const upload_id = id
    await receiveDocument(parts, client, { matter_id, ...target, replaces, filename, source, upload_id })
  } catch (error) {
    // Another node was faster, and has taken the pieces away that this one was reading.
    if ((await find())?.document_id) return
    const isLost = faultOf(error) !== undefined
    if (isLost || !(error instanceof Failure)) parts.log.error({ err: error }, "upload failed")
    if (!isLost && (!(error instanceof Failure) || error.kind === "unavailable")) throw notNow(error, lang)
    await removeUpload(parts, firm_id, id)
    throw { status_code: 422, body: refusalSentence(error, filename, lang) } satisfies TusError
  }
  // The document is there: pieces that cannot be removed now are swept.
  await removeParts(parts, firm_id, id).catch(() => undefined)
}

function notNow(error: unknown, lang: Language): TusError {
  const retry_after_s = (error instanceof Failure ? error.retry_after_s : undefined) ?? 30
  return { status_code: 503, body: wordsIn(lang).documents.broken, retry_after_s }
}
