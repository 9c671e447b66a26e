import type { Approach, Definition } from "../../../../definition/definition.ts"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { sendPage } from "../../../../platform/http/responses/pages.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { RawResponse } from "../../../../web/console/view.tsx"
import { Button, HiddenFields } from "../../../../web/ui/components/button.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { personasFor } from "../../linting/personas.ts"
import { type PreviewQuery, readPreviewQuery } from "../../preview-query.ts"
import { draftUrl, editorUrl, openDraft } from "./draft.ts"
import type { BuilderProps } from "./selected.ts"

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

/** The selected part on the portal's own page, as the chosen persona sees it. */
export function PreviewPane({ draft: { row }, selected, view }: BuilderProps) {
  if (!selected) return null
  const query = new URLSearchParams({
    part: selected.key.split(".")[1] ?? selected.key,
    ...(view.persona && { as: view.persona }),
    ...(view.spanish && { lang: "es" }),
  })
  const url = `${draftUrl(row.id)}/preview/${selected.section.id}?${query}`
  return (
    <section class="builder-preview" aria-label="Preview" id="preview">
      <form method="get" action={editorUrl(row.id)} class="builder-persona">
        <HiddenFields values={{ part: selected.key, spanish: view.spanish ? "1" : undefined }} />
        <SelectField
          id="as"
          label="What clients see"
          value={view.persona}
          options={personasFor(row.approach).map(({ name, label }) => ({ value: name, label }))}
        />
        <Button variant="secondary" small>
          Show
        </Button>
      </form>
      <iframe class="builder-frame" src={url} title="Preview" data-revision={row.draft_revision} />
    </section>
  )
}
