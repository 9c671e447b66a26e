import { type Download, sendFile } from "../exports/sending.ts"
import type { Sending } from "./view.tsx"

/** Lets the browser save a file. */
export function sendDownload(download: Download): Sending {
  return { send: (reply) => sendFile(reply, download) }
}
