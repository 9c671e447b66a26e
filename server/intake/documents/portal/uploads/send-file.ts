import { type DetailedError, defaultOptions, type PreviousUpload, Upload } from "tus-js-client"
import { ownerField } from "../../../../firm/access/owner-field.ts"
import { ownerOfPage } from "../../../../web/portal/autosave/page-owner.ts"
import { findProblem, type OwnProblem } from "../../../../web/ui/own-response.ts"
import { hasAcceptedExtension } from "../../filename.ts"
import type { UploadSettings } from "./upload-settings.ts"

export interface SendingEvents {
  onProgress(percent: number): void
  onLost(): void
  /** `sentence` is the server's reason, if it gave one. */
  onFailed(why: { sentence?: string; is_signed_out: boolean }): void
  onDone(): void
}

const piece_bytes = 8 * 1024 * 1024
const retry_delays_ms = [0, 1_000, 2_000, 4_000]

/** Prepares a file to be sent in pieces with tus, resuming by itself when the connection returns. */
export function sendFile(
  file: File,
  settings: UploadSettings,
  thumbnail: Promise<string>,
  events: SendingEvents,
) {
  const { endpoint, user_id, section_id, path } = settings
  let timer: ReturnType<typeof setTimeout> | undefined
  const metadata = { filename: file.name, user_id, section_id, path, [ownerField]: ownerOfPage() ?? "" }
  const upload = new Upload(file, {
    endpoint,
    chunkSize: piece_bytes,
    retryDelays: retry_delays_ms,
    removeFingerprintOnSuccess: true,
    metadata,
    onShouldRetry: (error) => isTransient(error as DetailedError),
    onProgress: (sent, total) => events.onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
    onSuccess: () => events.onDone(),
    onError: (error) => {
      const problem = problemOf(error as DetailedError)
      if (isTransient(error as DetailedError)) {
        events.onLost()
        timer = setTimeout(resume, 5_000)
        return
      }
      const sentence = problem?.code === "file_refused" ? problem.detail : undefined
      const is_signed_out = problem?.code === "no_session"
      // A refused upload must not be resumed; one that failed because the session ended may be.
      if (!is_signed_out) void forgetFile()
      events.onFailed({ sentence, is_signed_out })
    },
  })

  async function forgetFile(): Promise<void> {
    for (const each of await upload.findPreviousUploads())
      if (isOf(each, settings)) await defaultOptions.urlStorage?.removeUpload(each.urlStorageKey)
  }
  function resume(): void {
    clearTimeout(timer)
    upload.start()
  }
  const onOnline = () => timer !== undefined && resume()
  window.addEventListener("online", onOnline)

  return {
    /** Resumes an earlier upload of this file on this page, or starts a new one. */
    async start(): Promise<void> {
      const earlier = (await upload.findPreviousUploads()).find((each) => isOf(each, settings))
      if (earlier) upload.resumeFromPreviousUpload(earlier)
      else upload.options.metadata = { ...metadata, thumbnail: await thumbnail }
      upload.start()
    },
    resume,
    async cancel(): Promise<void> {
      clearTimeout(timer)
      window.removeEventListener("online", onOnline)
      await upload.abort(true).catch(() => undefined)
    },
  }
}

/** The sentence that says why a file cannot be uploaded, judged by its name and size; undefined if it may be. */
export function findFileFault(
  { name, size }: Pick<File, "name" | "size">,
  { words, max_bytes, extensions }: UploadSettings,
): string | undefined {
  if (size === 0) return words.empty
  if (size > max_bytes) return words.too_large
  return hasAcceptedExtension(name, extensions) ? undefined : words.wrong_type
}

/** Unfinished uploads of this page, most recent last. */
export async function findInterrupted(settings: UploadSettings): Promise<PreviousUpload[]> {
  const all = (await defaultOptions.urlStorage?.findAllUploads()) ?? []
  return all.filter((each) => isOf(each, settings))
}

/** Removes an interrupted upload from the browser and the server. */
export async function discardUpload(upload: PreviousUpload): Promise<void> {
  await defaultOptions.urlStorage?.removeUpload(upload.urlStorageKey)
  if (upload.uploadUrl) await Upload.terminate(upload.uploadUrl).catch(() => undefined)
}

function isOf({ metadata, uploadUrl }: PreviousUpload, settings: UploadSettings): boolean {
  const isHere = uploadUrl === null || uploadUrl.includes(`${settings.endpoint}/`)
  return (
    isHere && (["user_id", "section_id", "path"] as const).every((name) => metadata[name] === settings[name])
  )
}

/**
 * Whether a retry may succeed: no connection, a server error, a server busy with the same upload, or a response that is
 * not from our server.
 */
function isTransient(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0
  const problem = problemOf(error)
  if (!problem) return true
  if (status === 409) return problem.code !== "matter_read_only"
  return status === 423 || status === 429 || status >= 500
}

function problemOf({ originalResponse }: DetailedError): OwnProblem | undefined {
  if (!originalResponse) return undefined
  return findProblem({
    status: originalResponse.getStatus(),
    content_type: originalResponse.getHeader("Content-Type"),
    text: originalResponse.getBody(),
  })
}
