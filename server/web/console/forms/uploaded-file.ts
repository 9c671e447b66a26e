// Multipart forms with one file. Only the routes registered here accept them.

import { createHash } from "node:crypto"
import fastifyMultipart, { type MultipartFile } from "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import { fileContentField } from "../../../firm/access/accepted-forms.ts"
import { formIdField } from "../../../firm/access/owner-field.ts"
import type { Parts } from "../../../parts.ts"
import { badField } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { type Console, openConsole } from "../routing.ts"

/** Registers pages whose forms upload one file of at most `max_bytes`. */
export function openFileForms(
  root: App,
  parts: Parts,
  { max_bytes, max_field_bytes = 1_000 }: { max_bytes: number; max_field_bytes?: number },
  addPages: (console: Console) => void,
): void {
  root.register(async (scope) => {
    // Read one byte past the limit, so that the page can explain that the file is too large.
    const limits = { fileSize: max_bytes + 1, files: 1, fields: 8, fieldSize: max_field_bytes }
    await scope.register(fastifyMultipart, { limits, throwFileSizeLimit: false })
    addPages(openConsole(scope as App, parts))
  })
}

/** Reads the form's file; empty when none was chosen. Throws "bad request" at `param` when the upload is incomplete. */
export async function readUploadedFile(
  request: FastifyRequest,
  param = "file",
): Promise<{ filename: string; bytes: Buffer }> {
  if (!request.isMultipart()) return { filename: "", bytes: Buffer.alloc(0) }
  try {
    const part = await request.file()
    const [filename, bytes] = [part?.filename ?? "", part ? await part.toBuffer() : Buffer.alloc(0)]
    keepPress(request, part, createHash("sha256").update(filename).update(bytes).digest("base64url"))
    return { filename, bytes }
  } catch (error) {
    throw isRefusedByServer(error) ? error : incompleteUpload(param)
  }
}

/** Keeps the form's id, and what tells a second press from another file: see firm/access/accepted-forms.ts. */
export function keepPress(request: FastifyRequest, part: MultipartFile | undefined, content: string): void {
  const field = part?.fields[formIdField]
  const form_id = field && "value" in field ? [String(field.value)] : []
  request.body = { [formIdField]: form_id, [fileContentField]: [content] }
}

/** Errors with a code come from the server's own limits; any other means that the body ended early. */
export function isRefusedByServer(error: unknown): boolean {
  return Boolean((error as { code?: string }).code)
}

/** The error for an upload whose body ended early. */
export function incompleteUpload(param: string) {
  const message = "The upload was interrupted. Choose the file again."
  return badField(param, "unreadable", message)
}
