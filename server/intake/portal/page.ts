// Registers signed-in pages of the portal and the forms they post; each request runs in one transaction.
import type { FastifyRequest } from "fastify"
import { findLanguage } from "../../definition/text.ts"
import { changePreferences } from "../../firm/users/users.ts"
import type { Parts } from "../../parts.ts"
import type { App } from "../../platform/http/app.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import { textOf } from "../../web/portal/form.ts"
import { withdrawUnrequested } from "../submissions/missing/withdrawn-items.ts"
import { languageOf, openPageRequest, type PageRequest, rememberLanguage } from "./page-request.ts"
import { sendResult } from "./sections/confirmation.tsx"
import type { RoutedRequest } from "./sections/section.tsx"
import type { Redirect, View } from "./view.tsx"

export type Page<Prepared = undefined> = (
  req: PageRequest,
  request: RoutedRequest,
  prepared?: Prepared,
) => Promise<View | Redirect>

interface PageOptions<Prepared> {
  /** Open to staff who act on the client's behalf. */
  allows_impersonation?: boolean
  /** Open to helpers, asked by clients to fill in some parts. */
  opens_parts?: boolean
  /** Open to the main client while sharing is paused. */
  opens_while_paused?: "main"
  /** Slow work, such as hashing a password: runs before the page's transaction opens. */
  prepare?: (request: FastifyRequest, parts: Parts, routed: RoutedRequest) => Promise<Prepared | undefined>
}

/** Registers one signed-in page or the form it posts. */
export function page<Prepared = undefined>(
  app: App,
  parts: Parts,
  method: "GET" | "POST",
  url: string,
  respond: Page<Prepared>,
  {
    allows_impersonation = false,
    opens_parts = false,
    opens_while_paused,
    prepare,
  }: PageOptions<Prepared> = {},
): void {
  app.route({
    method,
    url,
    config: { guard: "portal", allows_impersonation, opens_parts, opens_while_paused },
    schema: { hide: true },
    handler: async (request, reply) => {
      const routed = routedRequest(request)
      const chosen = findLanguage(method === "GET" ? routed.query.lang : textOf(routed.form, "lang"))
      const language = chosen ?? languageOf(request)
      const prepared = await prepare?.(request, parts, routed)
      const [req, view] = await request.inPortal(async (tx, client) => {
        if (chosen && !client.is_firm_staff) await changePreferences(tx, client.user_id, { language: chosen })
        const req = await openPageRequest(tx, client, parts, language)
        const view = await respond(req, routed, prepared)
        if (method === "POST") await withdrawUnrequested(tx, client.matter_id)
        return [req, view] as const
      })
      if (chosen) rememberLanguage(request, reply, chosen)
      return sendResult(request, reply, req, `${routed.path}${routed.search}`, view)
    },
  })
}

/** The parts of a request that pages use. */
function routedRequest(request: FastifyRequest): RoutedRequest {
  const [path = "", search = ""] = request.url.split("?")
  const parameters = new URLSearchParams(search)
  const query = Object.fromEntries(parameters)
  // These apply to one showing of the page; the form's action preserves the rest, such as `return`.
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
