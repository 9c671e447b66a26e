import { upperFirst } from "../../platform/upper-first.ts"
import { personasFor } from "../../questionnaires/personas.ts"
import { Button } from "../../ui/components/button.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { type Draft, draftUrl, editorUrl, type Looks } from "./draft.ts"
import type { Selected } from "./selected.ts"

/** The portal's own page of the part in hand, as one kind of client meets it. */
export function PreviewPane({ draft, selected, looks }: { draft: Draft; selected: Selected; looks: Looks }) {
  const { row } = draft
  const query = new URLSearchParams({
    part: selected.key.split(".")[1] ?? selected.key,
    ...(looks.persona && { as: looks.persona }),
    ...(looks.spanish && { lang: "es" }),
  })
  const url = `${draftUrl(row.id)}/preview/${selected.section.id}?${query}`
  return (
    <section class="builder-preview" aria-label="Preview" id="preview">
      <p class="builder-jumps">
        <a href="#outline">Outline</a> <a href="#editor">{upperFirst(selected.noun)}</a>
      </p>
      <form method="get" action={editorUrl(row.id)} class="builder-persona">
        <input type="hidden" name="part" value={selected.key} />
        {looks.spanish && <input type="hidden" name="spanish" value="1" />}
        <SelectField
          id="as"
          label="What clients see"
          value={looks.persona}
          options={personasFor(row.approach).map(({ name, label }) => ({ value: name, label }))}
        />
        <Button look="secondary" small>
          Show
        </Button>
      </form>
      <iframe class="builder-frame" src={url} title="Preview" data-revision={row.draft_revision} />
      <p>
        <a href={url}>Preview on a page of its own</a>
      </p>
    </section>
  )
}
