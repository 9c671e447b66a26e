import { type Download, type StoredDownload, sendFile, sendStoredFile } from "../exports/sending.ts"
import type { RawResponse } from "./view.tsx"

/** Lets the browser save a file. */
export function sendDownload(download: Download): RawResponse {
  return { send: (reply) => sendFile(reply, download) }
}

/** The same for a file that lies ready, which can be resumed. */
export function sendStored(download: StoredDownload): RawResponse {
  return { send: (reply) => sendStoredFile(reply, download) }
}
