import type { ComponentChildren } from "preact"
import { peopleGroups, questionTypes, type Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { listParts } from "../../questionnaires/editing.ts"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { type Draft, sectionUrl } from "./draft.ts"
import { MoveButtons } from "./fields.tsx"
import { groupWords } from "./group-words.ts"
import { rowsOf, typeWords } from "./outline.tsx"
import { partFormOf } from "./part-page.tsx"

/** What a section holds, in order: each with a way to change, move and remove it, and a way to add to them. */
export function PartList({ draft, section }: { draft: Draft; section: Section }) {
  if (section.kind === "clients") return null
  if (section.kind === "people") return <GroupList draft={draft} section={section} />
  const url = sectionUrl(draft.row.id, section.id)
  const form = partFormOf(section)
  const known = new Map(rowsOf(section, draft.definition).map((row) => [row.id, row]))
  const parts = listParts(section)
  return (
    <Card title={`What it asks (${parts.length})`}>
      {parts.length === 0 && <p>Nothing yet.</p>}
      {parts.length > 0 && (
        <ol class="part-list">
          {parts.map((part, index) => {
            const words = textIn(form.wordsOf(part), "en") || `A ${form.noun} without words`
            const to = `${url}/parts/${part.id}`
            return (
              <PartItem key={part.id} id={part.id} words={words} facts={known.get(part.id)?.value}>
                <WayTo href={to} text="Change" about={words} />
                <WayTo href={`${to}/removal`} text="Remove" about={words} />
                <MoveButtons
                  draft={draft}
                  action={`${to}/moves`}
                  about={words}
                  first={index === 0}
                  last={index === parts.length - 1}
                />
              </PartItem>
            )
          })}
        </ol>
      )}
      {section.kind === "questions" ? (
        <form method="get" action={`${url}/parts/new`} class="stack">
          <SelectField
            id="type"
            label="Kind of answer"
            value="text"
            options={questionTypes.map((type) => ({ value: type, label: typeWords[type] }))}
          />
          <Button look="secondary" icon="plus">
            Add a question
          </Button>
        </form>
      ) : (
        <LinkButton href={`${url}/parts/new`} look="secondary" icon="plus">
          {`Add ${/^[aeiou]/.test(form.noun) ? "an" : "a"} ${form.noun}`}
        </LinkButton>
      )}
    </Card>
  )
}

function GroupList({ draft, section }: { draft: Draft; section: Section & { kind: "people" } }) {
  const url = sectionUrl(draft.row.id, section.id)
  return (
    <Card title="Who is asked about">
      <ol class="part-list">
        {peopleGroups.map((name) => {
          const group = section.groups.find((each) => each.group === name)
          const facts = group?.included ? textIn(group.prompt, "en") : "Not asked"
          return (
            <PartItem key={name} words={groupWords[name]} facts={facts}>
              <WayTo href={`${url}/parts/${name}`} text="Change" about={groupWords[name]} />
            </PartItem>
          )
        })}
      </ol>
    </Card>
  )
}

interface PartItemProps {
  id?: string
  words: string
  facts: ComponentChildren
  /** What can be done with it. */
  children: ComponentChildren
}

function PartItem({ id, words, facts, children }: PartItemProps) {
  return (
    <li id={id}>
      <div class="part-words">{words}</div>
      <div class="part-facts">{facts}</div>
      <div class="part-ways">{children}</div>
    </li>
  )
}

function WayTo({ href, text, about }: { href: string; text: string; about: string }) {
  return (
    <a href={href}>
      {text}
      <span class="visually-hidden"> {about}</span>
    </a>
  )
}
