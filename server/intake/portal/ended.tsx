import type { FastifyReply, FastifyRequest } from "fastify"
import { impersonationStartUrl } from "../../firm/access/portal/urls.ts"
import type { Parts } from "../../parts.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import { wordsIn } from "../../web/portal/words/words.ts"
import { Actions, Button, LinkButton } from "../../web/ui/components/button.tsx"
import { PageHeading } from "../../web/ui/components/page-heading.tsx"
import { languageOf, preferredLanguage } from "./page-request.ts"
import { sendView } from "./view.tsx"

/**
 * Responds to a request after impersonation has ended: a GET redirects to its start page; a posted form is held in a page
 * that can submit it again once staff have restarted in another tab.
 */
export function respondToEndedImpersonation(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  matter_id: string,
): FastifyReply {
  const start = impersonationStartUrl(matter_id)
  if (request.method === "GET" || request.method === "HEAD") return reply.redirect(start, 303)
  const lang = languageOf(request) ?? preferredLanguage(request) ?? "en"
  const words = wordsIn(lang).impersonation
  const form = Object.entries((request.body ?? {}) as Form).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const body = (
    <>
      <PageHeading title={words.ended_title} lede={`${words.ended} ${words.not_saved}`} />
      <form method="post" action={request.url}>
        {form.map(([name, value], index) => (
          <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
        ))}
        <Actions>
          <LinkButton href={start} attributes={{ target: "_blank", rel: "noopener" }}>
            {words.begin_again_tab}
          </LinkButton>
          <Button variant="secondary">{words.send}</Button>
        </Actions>
      </form>
    </>
  )
  const frame = { firm: undefined, lang, words: wordsIn(lang), assets: parts.assets, url: request.url }
  return sendView(reply, frame, { title: words.ended_title, status: 401, body })
}
