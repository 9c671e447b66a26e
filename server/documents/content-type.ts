// Which files clients may send. A file is taken only when what is in it is what its name says, complete, and open to
// whoever reads it later: a firm that finds out after a week that a deed cannot be opened has lost a week.
import { type UploadFault, uploadFaults } from "../definition/upload-faults.ts"
import { extensionOf } from "./filename.ts"
import { inspectCompoundFile, inspectDisguisedOffice } from "./formats/compound-file.ts"
import { inspectHeif, inspectJpeg, inspectPng } from "./formats/image.ts"
import { inspectOfficeZip } from "./formats/office-zip.ts"
import { inspectPdf } from "./formats/pdf.ts"
import { inspectText } from "./formats/text.ts"
import type { Upload, Verdict } from "./formats/upload.ts"

export const max_upload_bytes = 100 * 1024 * 1024

/** How much of either end of a file `inspectUpload` wants to see. */
export const inspection_bytes = 256 * 1024

export type ContentType =
  | "image/jpeg"
  | "image/png"
  | "image/heic"
  | "image/heif"
  | "application/pdf"
  | "application/msword"
  | "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
  | "application/vnd.ms-excel"
  | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  | "text/plain"

interface Format {
  content_type: ContentType
  inspect: (upload: Upload) => Verdict | Promise<Verdict>
}

const docx: Format = {
  content_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  inspect: async (upload) => (await inspectDisguisedOffice(upload)) ?? inspectOfficeZip(upload, "word"),
}
const xlsx: Format = {
  content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  inspect: async (upload) => (await inspectDisguisedOffice(upload)) ?? inspectOfficeZip(upload, "xl"),
}
const jpeg: Format = { content_type: "image/jpeg", inspect: inspectJpeg }

const formats = new Map<string, Format>([
  ["jpg", jpeg],
  ["jpeg", jpeg],
  ["png", { content_type: "image/png", inspect: inspectPng }],
  ["heic", { content_type: "image/heic", inspect: inspectHeif }],
  ["heif", { content_type: "image/heif", inspect: inspectHeif }],
  ["pdf", { content_type: "application/pdf", inspect: inspectPdf }],
  ["doc", { content_type: "application/msword", inspect: (upload) => inspectCompoundFile(upload, "doc") }],
  ["docx", docx],
  [
    "xls",
    { content_type: "application/vnd.ms-excel", inspect: (upload) => inspectCompoundFile(upload, "xls") },
  ],
  ["xlsx", xlsx],
  ["txt", { content_type: "text/plain", inspect: inspectText }],
])

/** The endings taken, each with its dot, as the `accept` of a file field lists them. */
export const accepted_extensions: readonly string[] = [...formats.keys()].map((extension) => `.${extension}`)

export type Inspection =
  | { accepted: true; content_type: ContentType }
  | {
      accepted: false
      code: UploadFault
      /** In English: what is wrong and what to do. */
      message: string
      /** The ending that would fit what is in the file, when that can be told: for saying it in another language. */
      found_extension?: string
    }

/** Decides from name, size in bytes and both ends of a file (`inspection_bytes` each) whether it is taken. */
export async function inspectUpload(upload: Upload): Promise<Inspection> {
  if (upload.size === 0) return refusal("empty")
  if (upload.size > max_upload_bytes) return refusal("too_large")
  const extension = extensionOf(upload.filename)
  const format = formats.get(extension)
  if (format === undefined) return refusal("wrong_type")
  const verdict = await format.inspect(upload)
  if (verdict === "ok") return { accepted: true, content_type: format.content_type }
  if (verdict !== "content_mismatch") return refusal(verdict)
  const found = await findExtension(upload)
  const message = uploadFaults.content_mismatch(extension, found)
  return { accepted: false, code: verdict, message, ...(found && { found_extension: found.extension }) }
}

function refusal(code: Exclude<UploadFault, "content_mismatch">): Inspection {
  return { accepted: false, code, message: uploadFaults[code] }
}

/** The ending of ours under which the file would be taken; else what its first bytes say it is. */
async function findExtension(upload: Upload): Promise<{ extension: string; is_taken: boolean } | undefined> {
  for (const [extension, { inspect }] of formats) {
    if ((await inspect(upload)) === "ok") return { extension, is_taken: true }
  }
  const { fileTypeFromBuffer } = await import("file-type")
  const found = await fileTypeFromBuffer(upload.head).catch(() => undefined)
  const isSpecific = found !== undefined && found.ext !== "cfb" && found.ext !== extensionOf(upload.filename)
  return isSpecific ? { extension: found.ext, is_taken: formats.has(found.ext) } : undefined
}
