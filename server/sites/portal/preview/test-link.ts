// Shows the preview of a draft to anyone with a test link, without a session.

import { isActorAtLeast } from "../../../firm/users/users.ts"
import { readPreviewQuery } from "../../../intake/questionnaires/preview-query.ts"
import { findDraft, getQuestionnaireRow } from "../../../intake/questionnaires/questionnaires.ts"
import { checkTestLink, type TestLink, testLinkPath } from "../../../intake/questionnaires/test-links.ts"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { type Failure, forbidden, notFound } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { sendPage } from "../../../platform/http/responses/pages.ts"
import { type PreviewPage, renderPreview } from "./preview.tsx"

export function testLinkRoutes(app: App, parts: Parts): void {
  const route = "/test/:firm_id/:questionnaire_id/:user_id/:proof"
  for (const url of [route, `${route}/:section_id`])
    app.get<{ Params: TestLink & { section_id?: string } }>(
      url,
      { config: { takes_secret: true }, schema: { hide: true } },
      async ({ params, url }, reply) => {
        const state = checkTestLink(parts.ring, params, parts.db.clock())
        if (state === "forged") throw notFound()
        if (state === "expired") throw expired()
        const { firm_id, user_id, section_id } = params
        const { html, nonce } = await parts.db.forFirm(
          firm_id,
          (tx) => openPage(tx, parts, params, section_id, url),
          { user_id },
        )
        return sendPage(reply, 200, html, nonce)
      },
    )
}

async function openPage(
  tx: Tx,
  parts: Parts,
  link: TestLink,
  section_id: string | undefined,
  url: string,
): Promise<PreviewPage> {
  if (!(await isActorAtLeast(tx, "author"))) throw expired()
  const { title, approach } = await getQuestionnaireRow(tx, link.questionnaire_id)
  const definition = (await findDraft(tx, link.questionnaire_id)) ?? { sections: [] }
  const path = testLinkPath(link)
  const query = readPreviewQuery(url)
  const { persona: as, lang } = query
  return renderPreview(tx, parts, {
    ...{ title, approach, definition, section_id, ...query, url: path },
    again: `${path}?${new URLSearchParams({ as, lang })}`,
  })
}

function expired(): Failure {
  return forbidden("link_expired", "This link has expired. Ask for a new one.")
}
