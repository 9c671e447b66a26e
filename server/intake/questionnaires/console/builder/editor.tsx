import type { ComponentChildren } from "preact"
import { type Finding, named } from "../../../../definition/conditions/findings.ts"
import { textIn } from "../../../../definition/text.ts"
import { upperFirst } from "../../../../platform/text/upper-first.ts"
import type { RefusedForm } from "../../../../web/console/page-request.ts"
import { Banner, Notice } from "../../../../web/ui/components/banner.tsx"
import { Button, useMayUse } from "../../../../web/ui/components/button.tsx"
import { Card, SummaryList } from "../../../../web/ui/components/card.tsx"
import type { IconName } from "../../../../web/ui/components/icon.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { partsDependingOn } from "../../editing/editing.ts"
import { bankUrl, type Saved } from "../library/library-page.tsx"
import { Revision, ShowSpanish } from "../part-forms/fields.tsx"
import { positionsFor } from "./builder-steps.ts"
import { type Draft, draftUrl, editorUrl, isStale } from "./draft.ts"
import { kindWords, rowsOf } from "./outline.tsx"
import { type BuilderProps, groupKey, type Selected } from "./selected.ts"

interface EditorProps extends BuilderProps {
  selected: Selected
  findings: readonly Finding[]
  refused: RefusedForm | undefined
  /** For a question: whether the firm's library has it. */
  saved: Saved | undefined
  /** The line that adds the next part. */
  line: ComponentChildren
}

export function Editor({ draft, selected, view, findings, refused, saved, line }: EditorProps) {
  const { key, section, part, noun, words } = selected
  const url = editorUrl(draft.row.id, key, view)
  const own = findings.filter(({ where }) => where === key)
  const isAuthor = useMayUse()("POST", draftUrl(draft.row.id))
  return (
    <section class="builder-editor" id="editor" aria-label={`${upperFirst(noun)}: ${words}`} tabindex={-1}>
      <div class="builder-fields">
        <div>
          <p class="page-caption">
            {part || selected.isGroup
              ? `${upperFirst(noun)} in ${textIn(section.title, "en")}`
              : `${kindWords[section.kind]} section`}
          </p>
          <h2 class="builder-words">{words}</h2>
        </div>
        {isStale(refused) && (
          <PartInWords
            {...{ draft, selected, title: "What is stored now" }}
            lede={`Section “${textIn(section.title, "en")}”`}
            none="It does not have this part yet."
          />
        )}
        {own.length > 0 && (
          <Banner
            {...(own.some(({ severity }) => severity === "error")
              ? { tone: "danger", title: "To fix" }
              : { tone: "warning", title: "Worth a look" })}
          >
            <List items={own.map(({ message }) => message)} />
          </Banner>
        )}
        {isAuthor ? (
          <form method="post" action={url} class="stack" data-live data-first={firstOf(selected)} key={key}>
            <Revision draft={draft} />
            {/* The Enter key activates the first submit button, which would otherwise move or remove a choice. */}
            <button type="submit" hidden />
            <ShowSpanish.Provider value={view.spanish}>{selected.fields(refused)}</ShowSpanish.Provider>
            <div class="builder-save">
              <Button>Save</Button>
            </div>
          </form>
        ) : (
          <PartInWords
            {...{ draft, selected, title: "Content", none: "Nothing is asked here." }}
            lede={!part && !selected.isGroup && textIn(section.instructions, "en")}
          />
        )}
        {isAuthor && !selected.isGroup && <Arrange {...{ draft, selected, url, saved }} />}
      </div>
      {line}
    </section>
  )
}

/** The id of the first field that a new part still needs; undefined if its words are enough. */
function firstOf({ part }: Selected): string | undefined {
  if (!part || !("type" in part)) return undefined
  if (part.type === "one_of" || part.type === "many_of") return "choice_more"
  return part.type === "table" ? "field_1" : part.type === "computed" ? "formula_of" : undefined
}

function Arrange({ draft, selected, url, saved }: PartProps & Pick<EditorProps, "saved"> & { url: string }) {
  const { section, part, noun, key } = selected
  const isRemovable = section.kind !== "clients" || part !== undefined
  const depending = isRemovable ? partsDependingOn(draft.definition, section, part) : []
  const step = (value: string, text: string, icon?: IconName) => (
    <Button variant="secondary" small name="step" value={value} icon={icon}>
      {text}
    </Button>
  )
  return (
    <Card title={`Arrange this ${noun}`}>
      {depending.length > 0 && (
        <Notice tone="warning">
          {`These depend on it, and could not be published without it: ${depending.map(({ noun, words }) => named(noun, words).replace(/^(The|An) /, "")).join("; ")}.`}
        </Notice>
      )}
      <form method="post" action={url} class="builder-arrange" id="arrange">
        <Revision draft={draft} />
        <input type="hidden" name="item" value={key} />
        <SelectField id="to" label="Position" options={positionsFor(draft, section, part)} />
        {step("move", "Move")}
        {section.kind !== "clients" && step("duplicate", "Duplicate", "copy")}
        {step("remove", "Remove", "trash")}
        {saved === "no" && step("save", "Save to our library", "plus")}
        {saved === "changed" && step("save", "Save this version to our library", "plus")}
      </form>
      {saved === "same" && (
        <p>
          <a href={bankUrl}>Our library</a> has this question.
        </p>
      )}
    </Card>
  )
}

interface PartProps {
  draft: Draft
  selected: Selected
}

/** What is stored of the selected part, in words: after a conflict, or for members who cannot change a draft. */
function PartInWords(props: PartProps & { title: string; lede: string | false; none: string }) {
  const { title, lede, none } = props
  const rows = rowsIn(props)
  return (
    <Card title={title} flush={rows.length > 0 && !lede}>
      {lede && <p>{lede}</p>}
      {rows.length > 0 ? <SummaryList rows={rows} /> : <p>{none}</p>}
    </Card>
  )
}

function rowsIn({ draft, selected: { section, part, key, isGroup } }: PartProps) {
  const shown =
    section.kind === "people" && isGroup
      ? { ...section, groups: section.groups.filter(({ group }) => groupKey(section, group) === key) }
      : section
  const rows = rowsOf(shown, draft.definition).filter(({ id }) => !part || id === part.id)
  return rows.map((row) => ({ ...row, id: undefined }))
}
