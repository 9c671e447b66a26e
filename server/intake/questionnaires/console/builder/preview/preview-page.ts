import type { Approach, Definition } from "../../../../../definition/definition.ts"
import type { Parts } from "../../../../../parts.ts"
import type { Tx } from "../../../../../platform/db/database.ts"
import { sendPage } from "../../../../../platform/http/responses/pages.ts"
import type { PageRequest } from "../../../../../web/console/page-request.ts"
import type { RawResponse } from "../../../../../web/console/view.tsx"
import { type PreviewQuery, readPreviewQuery } from "../../../preview-query.ts"
import { draftUrl, openDraft } from "../draft.ts"

/**
 * Renders a definition as clients see it. The portal implements it and app.ts passes it in: console may not import
 * portal.
 */
export type RenderPreview = (
  tx: Tx,
  parts: Parts,
  request: PreviewQuery & {
    title: string
    approach: Approach
    definition: Definition
    url: string
    section_id?: string | undefined
  },
) => Promise<{ html: string; nonce: string }>

/**
 * Shows the draft on the portal's own pages: the task list, or a page of the section in the URL. Answers are carried in
 * the URL; nothing is stored.
 */
export function previewPage(render: RenderPreview): (req: PageRequest) => Promise<RawResponse> {
  return async (req) => {
    const { row, definition } = await openDraft(req)
    const section_id = req.param("section_id") || undefined
    const query = readPreviewQuery(req.url)
    const { html, nonce } = await render(req.tx, req.parts, {
      ...{ title: row.title, approach: row.approach, definition, section_id, ...query },
      url: `${draftUrl(row.id)}/preview`,
    })
    return { send: (reply) => sendPage(reply, 200, html, nonce, { framed: true }) }
  }
}
