// The bare address, as people type it, and what is left of a link that lost its end. A browser in which someone has
// signed in goes on to where they were; any other gets the ways in for clients and for staff.
import type { FastifyReply, FastifyRequest } from "fastify"
import { staffToken } from "../../../firm/access/console.ts"
import { wasClientHere } from "../../../firm/access/portal.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import { findFirmOfStranger } from "../../../firm/firms/firms.ts"
import type { View } from "../../../intake/portal/view.tsx"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { AskContact } from "./closed-entries.tsx"
import { LinkForm } from "./link-form.tsx"
import { sendEntryPage, wordsForStranger } from "./stranger-pages.ts"

const schema = { hide: true }
const guarded = { schema, config: { guard: "portal" as const } }

export function waysInRoutes(app: App, parts: Parts): void {
  app.get("/", { schema }, async (request, reply) => {
    if (wasClientHere(request)) return reply.redirect("/portal", 303)
    if (staffToken(request)) return reply.redirect("/console", 303)
    const firm = await findFirmOfStranger(parts.db, "")
    const { lang, words } = wordsForStranger(request, firm)
    const view = waysInView(firm, words, Boolean(parts.config.smtp_url))
    return sendEntryPage(request, reply, parts, firm, lang, view)
  })
  app.get("/start", { schema }, (_, reply) => reply.redirect("/", 303))
  for (const url of ["/portal/start", "/invite"])
    app.get(url, guarded, (_, reply) => reply.redirect("/", 303))
}

/** The page for an address without one, with the status that the reply already has. */
export async function showUnknownAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
): Promise<FastifyReply> {
  const firm = await findFirmOfStranger(parts.db, "")
  const { lang, words } = wordsForStranger(request, firm)
  const view = waysInView(firm, words, Boolean(parts.config.smtp_url), {
    status: reply.statusCode,
    returns: wasClientHere(request),
  })
  return sendEntryPage(request, reply, parts, firm, lang, view)
}

/** `missing` is given if the address opened has no page, and says whether a client may have signed in here. */
function waysInView(
  firm: Firm | undefined,
  words: Words,
  mails: boolean,
  missing?: { status: number; returns: boolean },
): View {
  const { ways_in, links } = words
  const title = missing ? ways_in.no_page_title : ways_in.title
  return {
    title,
    status: missing?.status ?? 200,
    body: (
      <>
        <PageHeading title={title} lede={missing && ways_in.no_page} />
        {missing?.returns && (
          <Actions>
            <LinkButton href="/portal">{ways_in.returns}</LinkButton>
          </Actions>
        )}
        <h2>{ways_in.clients_title}</h2>
        <p>{mails ? ways_in.clients : links.unsent}</p>
        {mails && <LinkForm place={firm?.place ?? ""} words={words} />}
        <AskContact contact={firm?.contact_line} words={words} />
        <h2>{ways_in.staff_title}</h2>
        <Actions>
          <LinkButton href="/console" variant="secondary">
            {ways_in.staff}
          </LinkButton>
        </Actions>
      </>
    ),
  }
}
