// Forms that write messages. Their files are streamed one after the other before the page's handler runs; each becomes
// a document that waits for its message. The rest is an ordinary form.
import fastifyMultipart from "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import type { Identity } from "../../platform/db/database.ts"
import { conflict, Failure } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import { max_upload_bytes } from "../documents/content-type.ts"
import { detachedStream, UploadAborted } from "../documents/downloads/detached-stream.ts"
import { max_attachments } from "../documents/uploads/upload-target.ts"
import { receiveDocument, type UploadParts } from "../documents/uploads/uploads.ts"

export interface MessageForms {
  /** The field with the message's id, which precedes the files, and how to read it; a new id if the form has none. */
  id_field: string
  idOf: (form: Form) => string
  /** The sender of the form and their matter. Throws if they may not write there, so that none of its files are stored. */
  findWriter: (request: FastifyRequest) => Promise<Identity & { matter_id: string }>
}

/** A refused file and the reason. An empty name means that the rest of the form did not arrive. */
export interface RefusedFile {
  filename: string
  error: unknown
}

/** Adds pages whose forms write a message, with or without files. */
export function registerMessageForms(
  root: App,
  parts: UploadParts,
  forms: MessageForms,
  addPages: (scope: App) => void,
): void {
  root.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      // One byte above the limit, so that an oversized file gets a refusal with a sentence.
      limits: { fileSize: max_upload_bytes + 1, files: max_attachments, fields: 20, fieldSize: 100_000 },
      throwFileSizeLimit: false,
    })
    scope.decorateRequest("refused_files")
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, takes_files: true }
    })
    scope.addHook("preHandler", async (request) => {
      if (request.isMultipart()) await readForm(request, parts, forms)
    })
    addPages(scope as App)
  })
}

/** The refused files of the form. Throws an error that would apply to any file, such as a closed matter. */
export async function refusedFiles({ refused_files = [] }: FastifyRequest): Promise<readonly RefusedFile[]> {
  const fatal = refused_files.find(({ error }) => error instanceof Failure && isAboutTheMatter(error))
  if (fatal) throw fatal.error
  return refused_files
}

function isAboutTheMatter({ kind, code }: Failure): boolean {
  if (kind === "conflict") return code !== "message_sent" && code !== "too_many_attachments"
  return !["bad_request", "unprocessable", "too_large"].includes(kind)
}

async function readForm(
  request: FastifyRequest,
  parts: UploadParts,
  { id_field, idOf, findWriter }: MessageForms,
): Promise<void> {
  const form: Record<string, string[]> = Object.create(null)
  // The fields before the first file identify the page; `findWriter` needs them when that file arrives.
  request.body = form
  const refused: RefusedFile[] = []
  let writer: (Identity & { matter_id: string }) | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") {
        // No keyboard types NUL, and PostgreSQL cannot store it.
        form[part.fieldname] = [...(form[part.fieldname] ?? []), String(part.value).replaceAll("\0", "")]
        continue
      }
      const { filename, file } = part
      if (filename) {
        const message_id = idOf(form)
        form[id_field] = [message_id]
        try {
          // Anyone without permission must not store anything.
          writer ??= await findWriter(request)
          const target = { matter_id: writer.matter_id, message_id }
          await receiveDocument(parts, writer, { ...target, filename, source: detachedStream(file) })
        } catch (error) {
          request.log[error instanceof Failure ? "info" : "error"]({ err: error }, "attachment not taken")
          refused.push({ filename, error })
        }
      }
      file.resume()
    }
  } catch (error) {
    request.log.warn({ err: error }, "message form not read to its end")
    refused.push({ filename: "", error: isOverLimit(error) ? tooMany() : new UploadAborted() })
  }
  request.refused_files = refused
}

function isOverLimit(error: unknown): boolean {
  return (error as { code?: string }).code === "FST_FILES_LIMIT"
}

function tooMany(): Failure {
  return conflict("too_many_attachments", `A message takes at most ${max_attachments} files.`)
}

declare module "fastify" {
  interface FastifyRequest {
    /** The refused files of a message form. */
    refused_files?: readonly RefusedFile[]
  }
}
