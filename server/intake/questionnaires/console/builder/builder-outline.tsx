import type { ComponentChildren } from "preact"
import type { Finding } from "../../../../definition/conditions/findings.ts"
import { peopleGroups, type Section } from "../../../../definition/definition.ts"
import { kinds } from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { IfPermitted, useMayUse } from "../../../../web/ui/components/button.tsx"
import { listParts } from "../../editing/editing.ts"
import { countWithoutSpanish } from "../../editing/translations.ts"
import { groupWords } from "../part-forms/group-form.tsx"
import { draftUrl, editorUrl } from "./draft.ts"
import { kindWords } from "./outline.tsx"
import { type BuilderProps, formOf, groupKey, groupOf } from "./selected.ts"

interface OutlineProps extends BuilderProps {
  findings: readonly Finding[]
}

export function BuilderOutline(props: OutlineProps) {
  const { draft } = props
  return (
    <nav class="builder-outline" aria-label="Outline" id="outline">
      <ol>
        {draft.definition.sections.map((section) => (
          <SectionItem key={section.id} {...props} section={section} />
        ))}
      </ol>
      <IfPermitted href={draftUrl(draft.row.id)}>
        <p class="hint builder-hint">
          Drag an item to move it, or press Alt+Up or Alt+Down on it. Press + on it to add after it.
        </p>
      </IfPermitted>
    </nav>
  )
}

function SectionItem({ section, ...props }: OutlineProps & { section: Section }) {
  const title = textIn(section.title, "en") || "Untitled section"
  const url = draftUrl(props.draft.row.id)
  const mayMove = useMayUse()("POST", url)
  return (
    <li data-item={mayMove ? section.id : undefined} data-place={`:${section.id}`}>
      <Item
        {...props}
        item={section.id}
        class="outline-section"
        note={kindWords[section.kind]}
        content={{ title: section.title, instructions: section.instructions }}
      >
        {title}
      </Item>
      <ol data-home={section.kind} data-end={`${section.id}:`}>
        {itemsIn(section).map(({ words, ...own }) => (
          <li
            key={own.item}
            data-item={mayMove && section.kind !== "people" ? own.item : undefined}
            data-place={section.kind === "people" ? undefined : `${section.id}:${own.item}`}
          >
            <Item {...props} {...own}>
              {words}
            </Item>
          </li>
        ))}
      </ol>
    </li>
  )
}

/** The groups of people, which have fixed places, or the parts of any other section. */
function itemsIn(section: Section) {
  if (section.kind === "people")
    return peopleGroups.map((name) => {
      const group = groupOf(section.groups, name)
      const note = group.included ? undefined : "Not asked"
      return { item: groupKey(section, name), content: group, note, words: groupWords[name] }
    })
  const form = formOf(section)
  return listParts(section).map((part) => ({
    ...{ item: part.id, content: part, note: "type" in part ? kinds[part.type].label : undefined },
    words: textIn(form.wordsOf(part), "en") || `Untitled ${form.noun}`,
  }))
}

interface ItemProps extends OutlineProps {
  item: string
  note: string | undefined
  /** The texts to check for Spanish translations. */
  content: object
  class?: string
  children: ComponentChildren
}

function Item({ draft, selected, view, findings, item, note, content, children, ...props }: ItemProps) {
  const faulty = findings.find(({ where, severity }) => where === item && severity === "error")
  const url = editorUrl(draft.row.id, item, view)
  const link = (
    <a
      href={`${url}#editor`}
      class={`outline-item ${props.class ?? ""}`}
      aria-current={selected?.key === item ? "true" : undefined}
    >
      <span>{children}</span>
      {note && <span class="outline-note">{note}</span>}
      {faulty && <span class="outline-fault">To fix</span>}
      {view.spanish && countWithoutSpanish(content) > 0 && <span class="outline-lack">No Spanish</span>}
    </a>
  )
  return (
    <>
      {link}
      <IfPermitted href={draftUrl(draft.row.id)}>
        {/* On the keyboard, the plus key does the same, without a second stop for each item. */}
        <a class="outline-add" href={`${url}#add`} tabindex={-1}>
          <span aria-hidden="true">+</span>
          <span class="visually-hidden">Add after this</span>
        </a>
      </IfPermitted>
    </>
  )
}
