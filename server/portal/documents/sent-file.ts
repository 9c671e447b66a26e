import { type DetailedError, defaultOptions, type PreviousUpload, Upload } from "tus-js-client"
import { ownerField, ownerOfPage } from "../autosave/page-owner.ts"
import type { UploadSettings } from "./upload-settings.ts"

/** One file being sent in pieces; goes on by itself when the connection comes back. */
export interface SendingEvents {
  onProgress(percent: number): void
  onLost(): void
  /** `sentence` is what the server said, where it said why. */
  onFailed(why: { sentence?: string; is_signed_out: boolean }): void
  onDone(): void
}

const piece_bytes = 8 * 1024 * 1024
const pauses_ms = [0, 1_000, 2_000, 4_000]

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
    retryDelays: pauses_ms,
    removeFingerprintOnSuccess: true,
    metadata,
    onShouldRetry: (error) => isPassing(error as DetailedError),
    onProgress: (sent, total) => events.onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
    onSuccess: () => events.onDone(),
    onError: (error) => {
      const { originalResponse } = error as DetailedError
      const status = originalResponse?.getStatus() ?? 0
      if (isPassing(error as DetailedError)) {
        events.onLost()
        timer = setTimeout(goOn, 5_000)
        return
      }
      const sentence = status === 422 ? originalResponse?.getBody() : undefined
      // Nothing of what was refused is to be gone on with; who has been signed out goes on later.
      if (status !== 401) void forgetFile()
      events.onFailed({ sentence, is_signed_out: status === 401 })
    },
  })

  async function forgetFile(): Promise<void> {
    for (const each of await upload.findPreviousUploads())
      if (isOf(each, settings)) await defaultOptions.urlStorage?.removeUpload(each.urlStorageKey)
  }
  function goOn(): void {
    clearTimeout(timer)
    upload.start()
  }
  const onOnline = () => timer !== undefined && goOn()
  window.addEventListener("online", onOnline)

  return {
    /** Starts where an earlier try stopped, if there was one on this page. */
    async start(): Promise<void> {
      const earlier = (await upload.findPreviousUploads()).find((each) => isOf(each, settings))
      if (earlier) upload.resumeFromPreviousUpload(earlier)
      else upload.options.metadata = { ...metadata, thumbnail: await thumbnail }
      upload.start()
    },
    goOn,
    async cancel(): Promise<void> {
      clearTimeout(timer)
      window.removeEventListener("online", onOnline)
      await upload.abort(true).catch(() => undefined)
    },
  }
}

/** Uploads begun on this page and not finished, most recent last. */
export async function findInterrupted(settings: UploadSettings): Promise<PreviousUpload[]> {
  const all = (await defaultOptions.urlStorage?.findAllUploads()) ?? []
  return all.filter((each) => isOf(each, settings))
}

/** Forgets an interrupted upload, here and on the server. */
export async function forget(upload: PreviousUpload): Promise<void> {
  await defaultOptions.urlStorage?.removeUpload(upload.urlStorageKey)
  if (upload.uploadUrl) await Upload.terminate(upload.uploadUrl).catch(() => undefined)
}

function isOf({ metadata, uploadUrl }: PreviousUpload, settings: UploadSettings): boolean {
  const isHere = uploadUrl === null || uploadUrl.includes(`${settings.endpoint}/`)
  return (
    isHere && (["user_id", "section_id", "path"] as const).every((name) => metadata[name] === settings[name])
  )
}

/** Whether trying again may help: nothing came through, or the server was away or busy with the same upload. */
function isPassing({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  if (status === 409) return originalResponse?.getBody() !== "matter_read_only"
  return status === 0 || status === 423 || status === 429 || status >= 500
}
