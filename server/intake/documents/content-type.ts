// Which files clients may upload. A file must match its extension, be complete and open without a password. Otherwise
// the firm may find out only weeks later that it cannot open a deed.
import { type UploadFault, uploadFaults } from "../../definition/faults/upload-faults.ts"
import { extensionOf } from "./filename.ts"
import { inspectCompoundFile, inspectDisguisedOffice } from "./formats/compound-file.ts"
import { inspectHeif, inspectJpeg, inspectPng, inspectWebp } from "./formats/image.ts"
import { inspectOfficeZip } from "./formats/office-zip.ts"
import { inspectPdf } from "./formats/pdf.ts"
import { inspectText } from "./formats/text.ts"
import type { Upload, Verdict } from "./formats/upload.ts"

export const max_upload_bytes = 100 * 1024 * 1024

/** How many bytes of either end of a file `inspectUpload` needs. */
export const inspection_bytes = 256 * 1024

export type ContentType =
  | "image/jpeg"
  | "image/png"
  | "image/webp"
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
const heif: Format = { content_type: "image/heif", inspect: inspectHeif }
const text: Format = { content_type: "text/plain", inspect: inspectText }

/** The first extension of a format is its usual one. A test names the texts that tell people what is accepted. */
const formats = new Map<string, Format>([
  ["jpg", jpeg],
  ["jpeg", jpeg],
  // Windows names pictures from the web so; older cameras and programs, the others.
  ["jfif", jpeg],
  ["jpe", jpeg],
  ["jif", jpeg],
  ["pjpeg", jpeg],
  ["pjp", jpeg],
  ["png", { content_type: "image/png", inspect: inspectPng }],
  ["webp", { content_type: "image/webp", inspect: inspectWebp }],
  ["heic", { content_type: "image/heic", inspect: inspectHeif }],
  ["heif", heif],
  ["hif", heif],
  ["pdf", { content_type: "application/pdf", inspect: inspectPdf }],
  ["doc", { content_type: "application/msword", inspect: (upload) => inspectCompoundFile(upload, "doc") }],
  ["docx", docx],
  [
    "xls",
    { content_type: "application/vnd.ms-excel", inspect: (upload) => inspectCompoundFile(upload, "xls") },
  ],
  ["xlsx", xlsx],
  ["txt", text],
  ["text", text],
])

/** The accepted extensions, each with its dot. */
export const accepted_extensions: readonly string[] = [...formats.keys()].map((extension) => `.${extension}`)

/** For a file field: extensions for computers, and the types of pictures so that phones offer the camera. */
export const acceptAttribute = [
  ...accepted_extensions,
  ...new Set(
    [...formats.values()].map((format) => format.content_type).filter((type) => type.startsWith("image/")),
  ),
].join(",")

/** The content type that a name's extension stands for; undefined if it has none that is accepted. */
export function contentTypeOf(filename: string): ContentType | undefined {
  return formats.get(extensionOf(filename))?.content_type
}

/** How browsers display a type of file without help; undefined if they do not. */
export function displayOf(content_type: string | undefined): "picture" | "page" | undefined {
  if (/^image\/(jpeg|png|webp)$/.test(content_type ?? "")) return "picture"
  return /^(text\/plain|application\/pdf)$/.test(content_type ?? "") ? "page" : undefined
}

export type Inspection =
  | { accepted: true; content_type: ContentType; extension: string }
  | {
      accepted: false
      code: UploadFault
      /** In English: what is wrong and what to do. */
      message: string
      /** The extension that matches the content, where known, so that pages can name it in another language. */
      found_extension?: string
    }

/**
 * Accepts or refuses a file by its name, its size in bytes and both of its ends (`inspection_bytes` each). A file whose name
 * says another accepted type than its content is taken as what it is: phones and programs name files wrongly, and few
 * people can mend that.
 */
export async function inspectUpload(upload: Upload): Promise<Inspection> {
  if (upload.size === 0) return refusal("empty")
  if (upload.size > max_upload_bytes) return refusal("too_large")
  const extension = extensionOf(upload.filename)
  if (extension === "") return (await inspectContent(upload)) ?? refusal("wrong_type")
  const format = formats.get(extension)
  if (format === undefined) return refusal("wrong_type")
  const verdict = await format.inspect(upload)
  if (verdict === "ok") return { accepted: true, content_type: format.content_type, extension }
  if (verdict !== "content_mismatch") return refusal(verdict)
  // Never as text: a damaged file of any type may look like it, and renamed would be of no use to the firm.
  const judged = await inspectContent(upload, text)
  if (judged) return judged
  const found = await findExtension(upload)
  const message = uploadFaults.content_mismatch(extension, found)
  return { accepted: false, code: verdict, message, ...(found && { found_extension: found }) }
}

/** Judges a file by its content alone; undefined if it is of no accepted type. */
async function inspectContent(upload: Upload, except?: Format): Promise<Inspection | undefined> {
  const judged = new Set([except])
  for (const [extension, format] of formats) {
    if (judged.has(format)) continue
    judged.add(format)
    const verdict = await format.inspect(upload)
    if (verdict === "ok") return { accepted: true, content_type: format.content_type, extension }
    if (verdict !== "content_mismatch") return refusal(verdict)
  }
  return undefined
}

function refusal(code: Exclude<UploadFault, "content_mismatch">): Inspection {
  return { accepted: false, code, message: uploadFaults[code] }
}

/** What the first bytes of a file that is not accepted say it is, if not what its name says. */
async function findExtension({ head, filename }: Upload): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import("file-type")
  const found = await fileTypeFromBuffer(head.subarray(0, type_bytes)).catch(() => undefined)
  const isSpecific = found && found.ext !== "cfb" && found.ext !== extensionOf(filename)
  return isSpecific && !formats.has(found.ext) ? found.ext : undefined
}

/** What file-type needs; more is more to work on. */
const type_bytes = 4_100
