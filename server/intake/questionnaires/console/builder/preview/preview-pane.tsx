import { Button } from "../../../../../web/ui/components/button.tsx"
import { SelectField } from "../../../../../web/ui/components/select-field.tsx"
import { personasFor } from "../../../linting/personas.ts"
import { type Draft, draftUrl, editorUrl, type ViewOptions } from "../draft.ts"
import type { Selected } from "../selected.ts"

/** The selected part on the portal's own page, as the chosen persona sees it. */
export function PreviewPane({
  draft,
  selected,
  view,
}: {
  draft: Draft
  selected: Selected
  view: ViewOptions
}) {
  const { row } = draft
  const query = new URLSearchParams({
    part: selected.key.split(".")[1] ?? selected.key,
    ...(view.persona && { as: view.persona }),
    ...(view.spanish && { lang: "es" }),
  })
  const url = `${draftUrl(row.id)}/preview/${selected.section.id}?${query}`
  return (
    <section class="builder-preview" aria-label="Preview" id="preview">
      <form method="get" action={editorUrl(row.id)} class="builder-persona">
        <input type="hidden" name="part" value={selected.key} />
        {view.spanish && <input type="hidden" name="spanish" value="1" />}
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
