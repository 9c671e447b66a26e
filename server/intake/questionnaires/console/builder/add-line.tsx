import { faultAt, type RefusedForm } from "../../../../web/console/page-request.ts"
import { Button, LinkButton } from "../../../../web/ui/components/button.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { type Addable, addables, slashOf } from "../../editing/adding.ts"
import { libraryUrl } from "../library/library-page.tsx"
import { Revision } from "../part-forms/fields.tsx"
import { editorUrl } from "./draft.ts"
import type { BuilderProps, Selected } from "./selected.ts"

/**
 * One line to add the next part after the selected one. Its kind is the same, unless the author names another. `refused` is
 * a rejected line.
 */
export function AddLine(props: BuilderProps & { refused: RefusedForm | undefined }) {
  const { draft, selected, view, refused } = props
  const offered = addables.filter(
    ({ name }) => name !== "clients" || !draft.definition.sections.some(({ kind }) => kind === "clients"),
  )
  const options = (isFitting: (each: Addable) => boolean) =>
    offered.filter(isFitting).map(({ name, label }) => ({ value: name, label }))
  const { id, kind } = selected?.section ?? {}
  const isOfQuestions = kind === "questions"
  return (
    <form method="post" action={editorUrl(draft.row.id, selected?.key, view)} class="builder-add">
      <Revision draft={draft} />
      <SelectField
        id="add_kind"
        label="Kind"
        value={refused?.form.add_kind?.at(-1) ?? kindAfter(selected)}
        options={[
          { group: "Questions", options: options(({ type }) => type !== undefined) },
          { group: "Other parts", options: options(({ type, is_section }) => !type && !is_section) },
          { group: "Sections", options: options(({ is_section }) => is_section === true) },
        ]}
      />
      <TextField
        id="add"
        label="Next question or part"
        autocomplete="off"
        value={refused?.form.add?.at(-1)}
        error={faultAt(refused, "add")}
        attributes={{ list: "add_kinds", placeholder: "/date Wedding day" }}
      />
      <datalist id="add_kinds">
        {offered.map((each) => (
          <option key={each.name} value={`/${slashOf(each)} `}>
            {each.label}
          </option>
        ))}
      </datalist>
      <Button small name="step" value="add" icon="plus">
        Add
      </Button>
      <LinkButton href={libraryUrl(draft.row.id, isOfQuestions ? id : "")} variant="quiet" small>
        Library
      </LinkButton>
    </form>
  )
}

/** The kind of the selected part, or of the parts of the selected section. */
function kindAfter(selected: Selected | undefined): string {
  const { section, part } = selected ?? {}
  if (part && "type" in part) return part.type
  const own = addables.find((each) => !each.is_section && each.section === section?.kind)
  return own?.name ?? "text"
}
