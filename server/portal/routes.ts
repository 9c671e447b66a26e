// The client's door: every page of the portal. Pages are complete without script; islands come on top.
//
// A page is a function from a visit (who, which matter, which language: visit.ts) to a view or a redirect
// (view.tsx), registered with `page(…)` below. Each runs in one transaction of the client's session. Most pages
// belong to a section of the questionnaire and need no route of their own: section.tsx says how to add them.
import type { FastifyRequest } from "fastify"
import type { Parts } from "../parts.ts"
import { notFound } from "../platform/errors.ts"
import type { Form } from "../platform/http/pages.ts"
import { acceptForms } from "../platform/http/pages.ts"
import type { App } from "../platform/http/server.ts"
import { changePreferences } from "../users/users.ts"
import { accountRoutes } from "./account/routes.ts"
import { autosaveRoute } from "./autosave/route.ts"
import { answerUnderOwnAddress } from "./behalf/addresses.ts"
import { sendAnswer } from "./confirmation.tsx"
import { answerCorrection, goToCorrection } from "./corrections/answering.ts"
import { resumableRoutes } from "./documents/resumable_route.ts"
import { uploadRoutes } from "./documents/upload_route.ts"
import { entryRoutes } from "./entry/routes.ts"
import { answerFailures } from "./failures.tsx"
import { textOf } from "./form.ts"
import { showHome } from "./home.tsx"
import { findLanguage, languageOf, rememberLanguage } from "./language.ts"
import { saveNewPerson, showNewPerson } from "./people/new_route.tsx"
import { showCheck } from "./review/check.tsx"
import { copyRoutes } from "./review/copy_route.ts"
import { sendAnswers } from "./review/sending.ts"
import { showSubmission } from "./review/submission.tsx"
import type { RoutedRequest } from "./section.tsx"
import { enterSection, savePage, showPage } from "./section_walk.tsx"
import type { Redirect, View } from "./view.tsx"
import { openVisit, type Visit } from "./visit.ts"

/** What portal pages stand on. */
export type PortalParts = Parts

export type { RoutedRequest }

export function portalRoutes(root: App, parts: PortalParts): void {
  root.register(async (scope) => {
    const app = scope as App
    acceptForms(app)
    answerFailures(app, parts)
    answerUnderOwnAddress(app)
    entryRoutes(app, parts)
    autosaveRoute(app, parts)
    uploadRoutes(app, parts)
    resumableRoutes(app, parts)

    // Staff get these too, on the client's behalf.
    const shared = { on_behalf: true }
    page(app, parts, "GET", "/portal", (visit) => showHome(visit), shared)
    const enter: Page = (visit, { params }) => enterSection(visit, params.section_id ?? "")
    page(app, parts, "GET", "/portal/sections/:section_id", enter, shared)
    const show: Page = (visit, request) =>
      showPage(visit, request.params.section_id ?? "", request.params["*"] ?? "", request)
    page(app, parts, "GET", "/portal/sections/:section_id/*", show, shared)
    const save: Page = (visit, request) =>
      savePage(visit, request.params.section_id ?? "", request.params["*"] ?? "", request)
    page(app, parts, "POST", "/portal/sections/:section_id/*", save, shared)
    page(app, parts, "GET", "/portal/people/new", showNewPerson, shared)
    page(app, parts, "POST", "/portal/people/new", saveNewPerson, shared)
    page(app, parts, "GET", "/portal/check", showCheck, shared)
    page(app, parts, "GET", "/portal/submissions/:number", showSubmission, shared)
    copyRoutes(app, parts)

    // To send is the client's own word.
    page(app, parts, "POST", "/portal/submission", sendAnswers)
    page(app, parts, "GET", "/portal/submission", async () => ({ to: "/portal/check" }))
    page(app, parts, "GET", "/portal/corrections/:correction_id", goToCorrection)
    page(app, parts, "POST", "/portal/corrections/:correction_id", answerCorrection)
    accountRoutes(app, parts)
    app.get("/portal/*", { config: { door: "portal" }, schema: { hide: true } }, async () => {
      throw notFound()
    })
  })
}

type Page<Prepared = undefined> = (
  visit: Visit,
  request: RoutedRequest,
  prepared?: Prepared,
) => Promise<View | Redirect>

interface PageOptions<Prepared> {
  /** Staff get it too, on the client's behalf. */
  on_behalf?: boolean
  /** What takes long, such as hashing a password: runs before the page's transaction. */
  prepare?: (
    request: FastifyRequest,
    parts: PortalParts,
    routed: RoutedRequest,
  ) => Promise<Prepared | undefined>
}

/** Registers one signed-in page or the form it posts. */
export function page<Prepared = undefined>(
  app: App,
  parts: PortalParts,
  method: "GET" | "POST",
  url: string,
  answer: Page<Prepared>,
  { on_behalf = false, prepare }: PageOptions<Prepared> = {},
): void {
  app.route({
    method,
    url,
    config: { door: "portal", on_behalf },
    schema: { hide: true },
    handler: async (request, reply) => {
      const routed = routedRequest(request)
      const chosen = findLanguage(method === "GET" ? routed.query.lang : textOf(routed.form, "lang"))
      const language = chosen ?? languageOf(request)
      const prepared = await prepare?.(request, parts, routed)
      const [visit, view] = await request.inPortal(async (tx, client) => {
        if (chosen && !client.is_firm_staff) await changePreferences(tx, client.user_id, { language: chosen })
        const visit = await openVisit(tx, client, parts, language)
        return [visit, await answer(visit, routed, prepared)] as const
      })
      if (chosen) rememberLanguage(request, reply, chosen)
      return sendAnswer(request, reply, visit, `${routed.path}${routed.search}`, view)
    },
  })
}

/** The parts of a request that pages may look at. */
function routedRequest(request: FastifyRequest): RoutedRequest {
  const [path = "", search = ""] = request.url.split("?")
  const parameters = new URLSearchParams(search)
  const query = Object.fromEntries(parameters)
  // These say how to show the page this once; only `return` and the like outlive the form.
  for (const name of [...parameters.keys()]) {
    if (["lang", "change", "follow_up"].includes(name) || name.startsWith("picked.")) parameters.delete(name)
  }
  return {
    path,
    search: parameters.size > 0 ? `?${parameters}` : "",
    query,
    params: request.params as Record<string, string>,
    form: (request.body ?? {}) as Form,
  }
}
