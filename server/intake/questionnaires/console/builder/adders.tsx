import type { Finding } from "../../../../definition/conditions/findings.ts"
import { type Section, sectionKinds } from "../../../../definition/definition.ts"
import { questionTypes } from "../../../../definition/question-types.ts"
import type { DraftComment } from "../../../../follow-up/notes/draft-comments.ts"
import { faultAt, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Details } from "../../../../web/ui/components/details.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextArea } from "../../../../web/ui/components/text-area.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { listParts } from "../../editing/editing.ts"
import { typeWords } from "../../type-words.ts"
import { libraryUrl } from "../library/add-page.tsx"
import { Revision } from "../part-forms/fields.tsx"
import { type Draft, editorUrl, type ViewOptions } from "./draft.ts"
import { formOf, type Selected } from "./selected.ts"

export interface OutlineProps {
  draft: Draft
  selected: Selected | undefined
  view: ViewOptions
  findings: readonly Finding[]
  comments: readonly DraftComment[]
  /** A rejected outline step. */
  refused: RefusedForm | undefined
}

/** Inserts new parts after the selected one, or at the end of the section. */
export function AddParts({
  draft,
  selected,
  view,
  refused,
  section,
  title,
}: OutlineProps & { section: Section; title: string }) {
  const { noun } = formOf(section)
  const isTyped = textOf(refused?.form ?? {}, "section") === section.id
  const own = isTyped ? refused : undefined
  const parts = listParts(section)
  const at = parts.findIndex(({ id }) => id === selected?.part?.id)
  const id = `words_${section.id}`
  return (
    <Details
      summary={
        <>
          {`Add ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`}
          <span class="visually-hidden">{` to ${title}`}</span>
        </>
      }
      open={isTyped}
      id={`add_${section.id}`}
    >
      <form method="post" action={editorUrl(draft.row.id, selected?.key, view)} class="stack">
        <Revision draft={draft} />
        <input type="hidden" name="section" value={section.id} />
        <input type="hidden" name="before" value={at < 0 ? "" : parts[at + 1]?.id} />
        {section.kind === "questions" && (
          <SelectField
            id={`type_${section.id}`}
            name="type"
            label="Type of the new questions"
            value={own?.form.type?.at(-1) ?? "text"}
            options={questionTypes.map((type) => ({ value: type, label: typeWords[type] }))}
          />
        )}
        <TextArea
          id={id}
          name="words"
          label={`New ${wordsLabels[section.kind] ?? "parts"}, one per line`}
          rows={2}
          value={own?.form.words?.at(-1)}
          error={faultAt(own, id)}
        />
        <Button small name="step" value="add_part" icon="plus">
          {`Add ${noun}`}
          <span class="visually-hidden">{` to ${title}`}</span>
        </Button>
        {section.kind === "questions" && (
          <LinkButton href={libraryUrl(draft.row.id, section.id)} variant="secondary" small>
            Add from library
            <span class="visually-hidden">{` to ${title}`}</span>
          </LinkButton>
        )}
      </form>
    </Details>
  )
}

const wordsLabels: Partial<Record<Section["kind"], string>> = {
  questions: "questions",
  roles: "roles",
  assets: "categories",
  documents: "documents",
}

const kindHints: Record<Section["kind"], string> = {
  clients: "Clients: names, dates, phones, addresses",
  people: "People: children, family, others",
  roles: "Roles: who should serve",
  assets: "Assets: what clients own and owe",
  documents: "Documents: files to upload",
  questions: "Questions of your own",
}

export function AddSection({ draft, selected, view, refused }: OutlineProps) {
  const { sections } = draft.definition
  const hasClients = sections.some(({ kind }) => kind === "clients")
  const own = textOf(refused?.form ?? {}, "step") === "add_section" ? refused : undefined
  const next = sections[sections.findIndex(({ id }) => id === selected?.section.id) + 1]
  return (
    <Details summary="Add a section" open={own !== undefined || sections.length < 2} id="add_section">
      <form method="post" action={editorUrl(draft.row.id, selected?.key, view)} class="stack">
        <Revision draft={draft} />
        <input type="hidden" name="before" value={next?.id} />
        <SelectField
          id="section_kind"
          label="What is it about?"
          value={own?.form.section_kind?.at(-1) ?? (hasClients ? "questions" : "clients")}
          options={sectionKinds
            .filter((kind) => kind !== "clients" || !hasClients)
            .map((kind) => ({ value: kind, label: kindHints[kind] }))}
        />
        <TextField
          id="section_title"
          label="Section title"
          autocomplete="off"
          value={own?.form.section_title?.at(-1)}
          error={faultAt(own, "section_title")}
        />
        <Button small name="step" value="add_section" icon="plus">
          Add section
        </Button>
      </form>
    </Details>
  )
}
