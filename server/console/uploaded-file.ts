// Forms that carry a file. Only the pages that take one read such forms.
import fastifyMultipart from "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import { badRequest } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import type { ConsoleParts } from "./page-request.ts"
import { type Console, openConsole } from "./routing.ts"

/** Adds pages whose forms carry one file; its bytes beyond the first that is too many are left unread. */
export function openFileForms(
  root: App,
  parts: ConsoleParts,
  { max_bytes, max_field_bytes = 1_000 }: { max_bytes: number; max_field_bytes?: number },
  addPages: (console: Console) => void,
): void {
  root.register(async (scope) => {
    // One byte more than is taken, so that what is too large is told by a sentence.
    const limits = { fileSize: max_bytes + 1, files: 1, fields: 5, fieldSize: max_field_bytes }
    await scope.register(fastifyMultipart, { limits, throwFileSizeLimit: false })
    addPages(openConsole(scope as App, parts))
  })
}

/** The one file of a form; empty when none was sent. Throws "bad request" at `param` for a form that breaks off. */
export async function readUploadedFile(
  request: FastifyRequest,
  param = "file",
): Promise<{ filename: string; bytes: Buffer }> {
  if (!request.isMultipart()) return { filename: "", bytes: Buffer.alloc(0) }
  try {
    const part = await request.file()
    return { filename: part?.filename ?? "", bytes: part ? await part.toBuffer() : Buffer.alloc(0) }
  } catch (error) {
    throw isRefusedByServer(error) ? error : incompleteUpload(param)
  }
}

/** What the server itself refuses has a code; the rest is the form's own end that never came. */
export function isRefusedByServer(error: unknown): boolean {
  return Boolean((error as { code?: string }).code)
}

/** What is thrown for a form that broke off. */
export function incompleteUpload(param: string) {
  const message = "The file did not arrive whole. Choose it again."
  return badRequest([{ param, code: "unreadable", message }])
}
