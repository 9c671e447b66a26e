// Where the forms of upload pages go. Files stream through one after the other, each on its own: a bad one never
// spoils the others. No transaction is open while bytes are on their way.

import fastifyMultipart from "@fastify/multipart"
import type { FastifyReply, FastifyRequest } from "fastify"
import { impersonatedMatterOf } from "../../access/impersonation.ts"
import { max_upload_bytes } from "../../documents/content-type.ts"
import { lockForEditing } from "../../matters/editing.ts"
import type { Parts } from "../../parts.ts"
import { Failure, notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { confirmationId, sendAnswer } from "../confirmation.tsx"
import { impersonationStartUrl } from "../impersonation/addresses.ts"
import { skipField } from "../page-form.tsx"
import { languageOf, openPageRequest, type PageRequest } from "../page-request.ts"
import { type PageAddress, sectionUrl } from "../section.tsx"
import { openSection } from "../section-pages.ts"
import { addressAfter, framed } from "../section-walk.tsx"
import type { Redirect, View } from "../view.tsx"
import { wordsIn } from "../words/words.ts"
import { max_files, receiveFiles } from "./received-files.ts"
import { stayField } from "./upload-form.tsx"
import { isUploadPage, type Outcome, type UploadPage } from "./upload-page.tsx"

export function uploadRoutes(app: App, parts: Parts): void {
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      // One byte more than is taken, so that whoever receives the file can tell that it is too large.
      limits: { fileSize: max_upload_bytes + 1, files: max_files, fields: 50, fieldSize: 1_000 },
      throwFileSizeLimit: false,
    })
    scope.route({
      method: "POST",
      url: "/portal/files/:section_id/*",
      config: { guard: "portal", allows_impersonation: true, opens_parts: true, takes_files: true },
      schema: { hide: true },
      handler: (request, reply) => takeForm(request, reply, parts),
    })
    // Reloading or coming back to what a form answered leads to the page it stands on.
    scope.get(
      "/portal/files/:section_id/*",
      { config: { guard: "portal", allows_impersonation: true, opens_parts: true }, schema: { hide: true } },
      (request, reply) => {
        const { at } = uploadTargetOf(request)
        return reply.redirect(`${at.path}${at.search}`, 303)
      },
    )
  })
}

interface UploadTarget {
  section_id: string
  path: string
  at: PageAddress
}

async function takeForm(request: FastifyRequest, reply: FastifyReply, parts: Parts): Promise<FastifyReply> {
  const location = uploadTargetOf(request)
  const opened = await request
    .inPortal(async (tx, client) => {
      await lockForEditing(tx, client.matter_id)
      const req = await openPageRequest(tx, client, parts, languageOf(request))
      return { client, lang: req.lang, upload: (await findPage(req, location)).page.upload }
    })
    .catch(orEnded)
  if (!opened) return signInAgain()
  const { client, lang, upload } = opened
  const received = await receiveFiles(request, parts, client, lang, upload).catch(orEnded)
  if (!received) return signInAgain()
  const { outcome, fields } = received
  const isStaying = fields.has(stayField)
  const isEmpty = outcome.received.length === 0 && outcome.refused.length === 0
  if (isEmpty && isStaying) outcome.refused.push(wordsIn(lang).documents.choose_first)
  if (isEmpty && !isStaying && !fields.has(skipField) && upload.missing_sentence)
    outcome.refused.push(upload.missing_sentence)
  if (isEmpty && upload.replaces && outcome.refused.length === 0)
    outcome.refused.push(wordsIn(lang).documents.choose_first)
  return request.inPortal(async (tx, client) => {
    const req = await openPageRequest(tx, client, parts, languageOf(request))
    const answer = await answerOf(req, location, outcome, isStaying, upload)
    return sendAnswer(request, reply, req, `${location.at.path}${location.at.search}`, answer)
  })

  function orEnded(error: unknown): undefined {
    // What is still on its way has to be read before a browser looks at the answer.
    request.raw.resume()
    if (error instanceof Failure && error.code === "no_session") return undefined
    throw error
  }

  function signInAgain(): FastifyReply {
    const matter_id = impersonatedMatterOf(request)
    if (matter_id) return reply.redirect(impersonationStartUrl(matter_id), 303)
    const back = `${location.at.path}${location.at.search}`
    return reply.redirect(`/portal/sign-in?${new URLSearchParams({ back })}`, 303)
  }
}

function uploadTargetOf(request: FastifyRequest): UploadTarget {
  const { section_id = "", "*": path = "" } = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  const outliving = ["return", "on"].flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]]],
  )
  const parameters = new URLSearchParams(outliving)
  const search = parameters.size > 0 ? `?${parameters}` : ""
  return { section_id, path, at: { path: sectionUrl(section_id, path), search, query } }
}

async function findPage(req: PageRequest, { section_id, path }: UploadTarget) {
  const { section, pages } = await openSection(req, section_id)
  const page = await pages.find((each) => each.path === path)?.open()
  if (!page || !isUploadPage(page)) throw notFound()
  return { section, pages, page }
}

async function answerOf(
  req: PageRequest,
  location: UploadTarget,
  outcome: Outcome,
  isStaying: boolean,
  upload: UploadPage["upload"],
): Promise<View | Redirect> {
  if (upload.after && outcome.refused.length === 0) {
    const [name] = outcome.received
    return { to: upload.after, done: name === undefined ? undefined : { key: "file_replaced", name } }
  }
  const { section, pages, page } = await findPage(req, location)
  if (outcome.refused.length > 0) {
    const view = await page.upload.shown(req, location.at, outcome)
    return {
      ...(await framed(req, section, pages, page, location.at, view)),
      status: outcome.fault_status ?? 422,
    }
  }
  const on = pages.find((each) => each.path === location.at.query.on)
  if (on) {
    const to = `${sectionUrl(section.id, on.path)}?received=${outcome.received.length}#${confirmationId}`
    return { to }
  }
  if (!isStaying) {
    const isReturning = location.at.query.return !== undefined
    return { to: (!isReturning && upload.next) || (await addressAfter(req, section, page, location.at)) }
  }
  const query = new URLSearchParams(location.at.search)
  query.set("received", String(outcome.received.length))
  return { to: `${location.at.path}?${query}#${confirmationId}` }
}
