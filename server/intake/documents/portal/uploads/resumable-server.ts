// Connects the tus protocol to our uploads: names and stores them, and receives a file once it is complete.

import type { AsyncLocalStorage } from "node:async_hooks"
import { Server } from "@tus/server"
import type { Language } from "../../../../definition/text.ts"
import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import type { Parts } from "../../../../parts.ts"
import { Failure, unavailable } from "../../../../platform/errors.ts"
import { faultOf } from "../../../../platform/files/read-stored-file.ts"
import { type ErrorResponse, responseTo } from "../../../../platform/http/responses/problem.ts"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { narrowToClient } from "../../../matters/progress/parts-alone.ts"
import { max_upload_bytes } from "../../content-type.ts"
import { finishUpload, isPassing } from "../../uploads/resuming.ts"
import { receiveDocument } from "../../uploads/uploads.ts"
import { refusalSentence } from "./refusals.ts"
import { ResumableStore } from "./resumable-store.ts"
import { findTarget } from "./resumable-target.ts"
import { uploadsPath } from "./upload-settings.ts"

/** The client and the upload of one request. */
export interface TusCall {
  client: ClientIdentity
  lang: Language
  upload_id: string
  /** What our code refused or failed at; the response is sent from it. */
  problem?: ErrorResponse
}

/** The tus server; handle its requests inside `calls.run`. */
export function openTus(parts: Parts, calls: AsyncLocalStorage<TusCall>): Server {
  const receiving = new Map<string, Promise<void>>()
  const currentCall = (): TusCall => {
    const call = calls.getStore()
    if (!call) throw new Error("tus ran outside a request.")
    return call
  }
  return new Server({
    path: uploadsPath,
    relativeLocation: true,
    maxSize: max_upload_bytes,
    namingFunction: () => currentCall().upload_id,
    datastore: new ResumableStore(parts, () => currentCall().client),
    onUploadFinish: async (_, { id }) => {
      // The last byte may arrive again while the file is being received: both requests share one outcome.
      const outcome = receiving.get(id) ?? receive(parts, id, currentCall())
      receiving.set(id, outcome)
      await outcome.finally(() => receiving.delete(id))
      return {}
    },
    onResponseError: (_, error) => {
      // The protocol's own errors, such as a wrong offset, are the library's to send.
      if ("status_code" in error) return undefined
      const problem = responseTo(error)
      currentCall().problem = problem
      if (problem.status >= 500 && !(error instanceof Failure))
        parts.log.error({ err: error }, "upload failed")
      return { status_code: problem.status, body: problem.code }
    },
  })
}

/** Receives a complete file. Removes the upload if the file is refused; keeps it for a retry if the server failed. */
async function receive(parts: Parts, id: string, { client, lang }: TusCall): Promise<void> {
  const { firm_id, matter_id } = client
  let filename = ""
  const finishing = finishUpload(parts, firm_id, id, async (upload, source) => {
    filename = upload.filename
    const { target, replaces } = await parts.db.forFirm(
      firm_id,
      async (tx) => {
        // Row-level security does not show a helper's parts until the transaction is narrowed to them.
        if (client.is_limited) await narrowToClient(tx, client)
        return findTarget(parts, tx, client, upload)
      },
      client,
    )
    await receiveDocument(parts, client, { matter_id, ...target, replaces, filename, source, upload_id: id })
  })
  await finishing.catch((error: unknown) => {
    if (faultOf(error) !== undefined || !(error instanceof Failure))
      parts.log.error({ err: error }, "upload failed")
    if (isPassing(error)) throw retryLater(error, lang)
    throw new Failure("unprocessable", "file_refused", refusalSentence(error, filename, lang))
  })
}

function retryLater(error: unknown, lang: Language): Failure {
  const retry_after_s = (error instanceof Failure ? error.retry_after_s : undefined) ?? 30
  return unavailable("files_unavailable", wordsIn(lang).documents.broken, retry_after_s)
}
