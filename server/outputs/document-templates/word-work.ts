// All work on a firm's Word files, in a thread with limits: their authors may be anyone who sends the firm a file.
import { badRequest } from "../../platform/errors.ts"
import { inTurns, runInThread } from "../../platform/limited-thread.ts"
import type { Fields } from "./fields.ts"
import type { FilledTemplate, Values } from "./fill-template.ts"

/** A file of the maximum size is filled in some seconds. */
const limits = { timeout_ms: 20_000, max_heap_mb: 512 }
const inTurn = inTurns()

export type WordTask = { kind: "check"; fields: Fields } | { kind: "fill"; values: Values } | { kind: "read" }

export interface WordMessage {
  faults?: string[]
  filled?: FilledTemplate
  paragraphs?: string[]
  /** The stack of an error that is our own fault. */
  failed?: string
}

/** A sentence for each fault of a template; empty for a usable one. */
export async function findFaults(file: Buffer, fields: Fields): Promise<string[]> {
  const { faults = [] } = await work(file, { kind: "check", fields })
  return faults
}

/** Fills a template. Throws "bad request" when it may not be opened, or would become too long. */
export async function fillTemplate(file: Buffer, values: Values): Promise<FilledTemplate> {
  const { filled, faults = [] } = await work(file, { kind: "fill", values })
  if (!filled)
    throw badRequest(faults.map((message) => ({ param: "template", code: "unusable_template", message })))
  return { ...filled, docx: Buffer.from(filled.docx) }
}

/** The text of a Word file, paragraph by paragraph, without formatting. */
export async function readParagraphs(file: Buffer): Promise<string[]> {
  const { paragraphs = [] } = await work(file, { kind: "read" })
  return paragraphs
}

async function work(file: Buffer, task: WordTask): Promise<WordMessage> {
  const given = { file: new Uint8Array(file), task }
  const url = new URL("./word-thread.ts", import.meta.url)
  const message = await inTurn(() => runInThread(url, given, limits, (message: WordMessage) => message))
  if (message?.failed) throw new Error(`A Word file could not be read: ${message.failed}`)
  return message ?? { faults: [too_complex] }
}

const too_complex =
  "The file takes too long to read. Copy its text to a new document, remove large tables and pictures, and upload that instead."
