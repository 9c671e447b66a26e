import {
  type Download,
  type StoredDownload,
  sendFile,
  sendStoredFile,
} from "../../platform/http/downloads/send-file.ts"
import type { RawResponse } from "./view.tsx"

export function sendDownload(download: Download): RawResponse {
  return { send: (reply) => sendFile(reply, download) }
}

/** Sends a stored file; the browser can resume the download. */
export function sendStored(download: StoredDownload): RawResponse {
  return { send: (reply) => sendStoredFile(reply, download) }
}
