// All work on a firm's Word files, in a process with limits: their authors may be anyone who sends the firm a file.
import { badRequest } from "../../platform/errors.ts"
import type { Sender } from "../../platform/files/foreign/fair-line.ts"
import { type Reader, readForeignFile } from "../../platform/files/foreign/foreign-files.ts"
import type { Fields } from "./fields.ts"
import type { FilledTemplate, Values } from "./fill-template.ts"

/** A file of the maximum size is filled in some seconds. */
const reader: Reader = {
  program: new URL("./word-child.ts", import.meta.url),
  kind: "word_template",
  timeout_ms: 20_000,
  max_heap_mb: 512,
}

export type WordTask = { kind: "check"; fields: Fields } | { kind: "fill"; values: Values } | { kind: "read" }

export interface WordMessage {
  faults?: string[]
  filled?: FilledTemplate
  paragraphs?: string[]
}

/** A sentence for each fault of a template; empty for a usable one. */
export async function findFaults(file: Buffer, fields: Fields, sender: Sender): Promise<string[]> {
  const { faults = [] } = await work(file, { kind: "check", fields }, sender)
  return faults
}

/** Fills a template. Throws "bad request" when it may not be opened, or would become too long. */
export async function fillTemplate(file: Buffer, values: Values, sender: Sender): Promise<FilledTemplate> {
  const { filled, faults = [] } = await work(file, { kind: "fill", values }, sender)
  if (!filled)
    throw badRequest(faults.map((message) => ({ param: "template", code: "unusable_template", message })))
  return { ...filled, docx: Buffer.from(filled.docx) }
}

/** The text of a Word file, paragraph by paragraph, without formatting. */
export async function readParagraphs(file: Buffer, sender: Sender): Promise<string[]> {
  const { paragraphs = [] } = await work(file, { kind: "read" }, sender)
  return paragraphs
}

async function work(file: Buffer, task: WordTask, sender: Sender): Promise<WordMessage> {
  const message = await readForeignFile<WordMessage>(reader, sender, { file, task })
  return message ?? { faults: [too_complex] }
}

const too_complex =
  "The file takes too long to read. Copy its text to a new document, remove large tables and pictures, and upload that instead."
