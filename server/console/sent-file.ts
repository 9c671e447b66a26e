import type { FastifyRequest } from "fastify"
import { badRequest } from "../platform/errors.ts"

/** The one file of a form, named `file`; empty when none was sent. Throws "bad request" for a form that breaks off. */
export async function readSentFile(request: FastifyRequest): Promise<{ filename: string; bytes: Buffer }> {
  if (!request.isMultipart()) return { filename: "", bytes: Buffer.alloc(0) }
  try {
    const part = await request.file()
    return { filename: part?.filename ?? "", bytes: part ? await part.toBuffer() : Buffer.alloc(0) }
  } catch (error) {
    // What the server itself refuses has a code; the rest is the form's own end that never came.
    if ((error as { code?: string }).code) throw error
    const message = "The file did not arrive whole. Choose it again."
    throw badRequest([{ param: "file", code: "unreadable", message }])
  }
}
