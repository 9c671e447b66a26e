// Receives the forms of upload pages. Files stream in one after another, and one that is refused does not affect the
// others. No transaction is open while a file streams.

import fastifyMultipart from "@fastify/multipart"
import type { FastifyReply, FastifyRequest } from "fastify"
import { impersonatedMatterOf } from "../../../../firm/access/impersonation.ts"
import { impersonationStartUrl } from "../../../../firm/access/portal/urls.ts"
import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { Failure, notFound } from "../../../../platform/errors.ts"
import type { App } from "../../../../platform/http/app.ts"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { languageOf, openPageRequest, type PageRequest, refresh } from "../../../portal/page-request.ts"
import { confirmationId, sendResult } from "../../../portal/sections/confirmation.tsx"
import { type PageAddress, sectionUrl } from "../../../portal/sections/section.tsx"
import { sectionView, urlAfter } from "../../../portal/sections/section-navigation.tsx"
import { openSection } from "../../../portal/sections/section-pages.ts"
import type { Redirect, View } from "../../../portal/view.tsx"
import { withdrawUnrequested } from "../../../submissions/missing/withdrawn-items.ts"
import { lockForRequest } from "../../awaited-documents.ts"
import { max_upload_bytes } from "../../content-type.ts"
import { saveChoices } from "../document-choice.tsx"
import { narrowedTo, subjectOfPath } from "../narrow-page.ts"
import { receiveFiles } from "./receive-files.ts"
import { stayField } from "./upload-form.tsx"
import { isUploadPage, type Outcome, type UploadPage } from "./upload-page.tsx"

export function uploadRoutes(app: App, parts: Parts): void {
  app.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      // One byte above the maximum, so that the check on the stream can see that the file is too large. Each place of a
      // page sends a part without a file and two fields, even if nothing is chosen there.
      limits: { fileSize: max_upload_bytes + 1, files: 500, fields: 1_000, fieldSize: 1_000 },
      throwFileSizeLimit: false,
    })
    scope.route({
      method: "POST",
      url: "/portal/files/:section_id/*",
      config: { guard: "portal", allows_impersonation: true, opens_parts: true, takes_files: true },
      schema: { hide: true },
      handler: (request, reply) => receiveForm(request, reply, parts),
    })
    // A browser that reloads a form's response, or goes back to it, gets the page with the form.
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

async function receiveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
): Promise<FastifyReply> {
  const target = uploadTargetOf(request)
  const opened = await request
    .inPortal(async (tx, client) => {
      await lockForRequest(tx, client.matter_id, subjectOfPath(target.path))
      const req = await openTarget(tx, client)
      return { client, lang: req.lang, upload: (await findPage(req, target)).page.upload }
    })
    .catch(undefinedIfSignedOut)
  if (!opened) return signInAgain()
  const { client, lang, upload } = opened
  const received = await receiveFiles(request, parts, client, lang, upload).catch(undefinedIfSignedOut)
  if (!received) return signInAgain()
  const { outcome, fields } = received
  const isStaying = fields.has(stayField)
  const isEmpty = outcome.received.length === 0 && outcome.refused.length === 0
  if (isEmpty && (isStaying || upload.replaces))
    outcome.refused.push({
      place: fields.get(stayField) ?? "",
      text: wordsIn(lang).documents.choose_first,
    })
  return request.inPortal(async (tx, client) => {
    const req = await openTarget(tx, client)
    // The page that replaced a file is gone, and had no choice.
    const conflict = upload.replaces === undefined && (await saveChoice(req, target, fields))
    const response = conflict || (await responseTo(await refresh(req), target, outcome, isStaying, upload))
    await withdrawUnrequested(tx, client.matter_id)
    return sendResult(request, reply, req, `${target.at.path}${target.at.search}`, response)
  })

  async function openTarget(tx: Tx, client: ClientIdentity): Promise<PageRequest> {
    return narrowedTo(await openPageRequest(tx, client, parts, languageOf(request)), target.path)
  }

  function undefinedIfSignedOut(error: unknown): undefined {
    // Browsers show the response only after they have sent the entire body. One that was read halfway is still piped to
    // its parser, which would wait for its reader forever.
    request.raw.unpipe().resume()
    if (error instanceof Failure && error.code === "no_session") return undefined
    throw error
  }

  function signInAgain(): FastifyReply {
    const matter_id = impersonatedMatterOf(request)
    if (matter_id) return reply.redirect(impersonationStartUrl(matter_id), 303)
    const back = `${target.at.path}${target.at.search}`
    return reply.redirect(`/portal/sign-in?${new URLSearchParams({ back })}`, 303)
  }
}

/** Whether the latest submission was waiting for the document of this page, and has it now. */
async function hasArrived({ loaded }: PageRequest, { path }: UploadTarget): Promise<boolean> {
  const subject = subjectOfPath(path)
  return (await loaded.latestItems()).some((item) => item.record_id === subject && item.state === "received")
}

function uploadTargetOf(request: FastifyRequest): UploadTarget {
  const { section_id = "", "*": path = "" } = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  const search = query.return === undefined ? "" : `?${new URLSearchParams({ return: query.return })}`
  return { section_id, path, at: { path: sectionUrl(section_id, path), search, query } }
}

async function findPage(req: PageRequest, { section_id, path }: UploadTarget) {
  const { section, pages } = await openSection(req, section_id)
  const page = await pages.find((each) => each.path === path)?.open()
  if (!page || !isUploadPage(page)) throw notFound()
  return { section, pages, page }
}

/** Saves the choices sent with the files; the page that asks which one to keep if two people chose. */
async function saveChoice(
  req: PageRequest,
  target: UploadTarget,
  fields: ReadonlyMap<string, string>,
): Promise<View | undefined> {
  const { page } = await findPage(req, target)
  const form = Object.fromEntries([...fields].map(([name, value]) => [name, [value]]))
  const chosen = (page.fields ?? []).filter(({ name }) => fields.has(name))
  if (chosen.length === 0) return undefined
  const result = await saveChoices(chosen)(req, { ...target.at, form })
  return "body" in result ? result : undefined
}

async function responseTo(
  req: PageRequest,
  target: UploadTarget,
  outcome: Outcome,
  isStaying: boolean,
  upload: UploadPage["upload"],
): Promise<View | Redirect> {
  if (upload.after && outcome.refused.length === 0) {
    const [name] = outcome.received
    return { to: upload.after, done: name === undefined ? undefined : { key: "file_replaced", name } }
  }
  const { section, pages, page } = await findPage(req, target)
  if (outcome.refused.length > 0) {
    const view = await page.upload.view(req, target.at, outcome)
    return {
      ...(await sectionView(req, section, pages, page, target.at, view)),
      status: outcome.fault_status ?? 422,
    }
  }
  // A document that was awaited changes nothing that is to be sent: the home page says that it has come.
  const isOne = upload.targets[""] !== undefined && !page.upload.takes_several
  if ((!isStaying || isOne) && (await hasArrived(req, target))) return { to: "/portal" }
  if (!isStaying) {
    const isReturning = target.at.query.return !== undefined
    return { to: (!isReturning && upload.next) || (await urlAfter(req, section, page, target.at)) }
  }
  const query = new URLSearchParams(target.at.search)
  query.set("received", String(outcome.received.length))
  return { to: `${target.at.path}?${query}#${confirmationId}` }
}
