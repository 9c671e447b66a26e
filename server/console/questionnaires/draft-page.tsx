import { sentenceOf } from "../../definition/condition-sentences.ts"
import { textIn } from "../../definition/text.ts"
import { listParts } from "../../questionnaires/editing.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { type Draft, draftUrl, homeUrl, listUrl, openDraft, sectionUrl } from "./draft.ts"
import { MoveButtons } from "./fields.tsx"
import { FindingsCard } from "./findings.tsx"
import { kindWords, rowsOf } from "./outline.tsx"

/** The questionnaire as it is being written: its sections in order, and what to mend. */
export async function draftPage(req: PageRequest): Promise<View> {
  const draft = await openDraft(req)
  const { row, definition } = draft
  const url = draftUrl(row.id)
  return {
    title: `Draft of ${row.title}`,
    breadcrumbs: [
      { text: "Questionnaires", href: listUrl },
      { text: row.title, href: homeUrl(row.id) },
    ],
    heading: {
      lede: row.has_draft
        ? "Clients see nothing of this before you publish it."
        : "This is what is published now. What you change here stays a draft until you publish it.",
      actions: (
        <>
          <LinkButton href={`${url}/preview`} look="secondary">
            Preview
          </LinkButton>
          {row.has_draft && row.current_version !== null && (
            <LinkButton href={`${url}/removal`} look="secondary">
              Discard draft
            </LinkButton>
          )}
          {(row.has_draft || row.current_version === null) && (
            <LinkButton href={`${url}/publication`}>Publish</LinkButton>
          )}
        </>
      ),
    },
    body: (
      <>
        <FindingsCard draft={draft} />
        {definition.sections.map((_, index) => (
          <SectionCard key={index} draft={draft} index={index} />
        ))}
        {definition.sections.length === 0 && (
          <EmptyState title="No sections yet" icon="list">
            Begin with the clients: who they are.
          </EmptyState>
        )}
        <LinkButton href={`${url}/sections/new`} look="secondary" icon="plus">
          Add a section
        </LinkButton>
      </>
    ),
  }
}

function SectionCard({ draft, index }: { draft: Draft; index: number }) {
  const { row, definition } = draft
  const section = definition.sections[index]
  if (!section) return null
  const url = sectionUrl(row.id, section.id)
  const title = textIn(section.title, "en") || "A section without words"
  const ids = new Set(listParts(section).map(({ id }) => id))
  const rows = rowsOf(section, definition).map((each) => ({
    ...each,
    actions:
      each.id && ids.has(each.id)
        ? [{ href: `${url}/parts/${each.id}`, text: "Change", about: textOfKey(each.key) }]
        : undefined,
  }))
  return (
    <Card
      id={section.id}
      title={`${index + 1}. ${title}`}
      actions={
        <>
          <Tag>{kindWords[section.kind]}</Tag>
          <a href={url}>
            Edit<span class="visually-hidden"> {title}</span>
          </a>
        </>
      }
      footer={
        <MoveButtons
          draft={draft}
          action={`${url}/moves`}
          about={title}
          first={index === 0}
          last={index === definition.sections.length - 1}
        />
      }
    >
      {section.condition && <Notice>{sentenceOf(section.condition, definition, "en")}</Notice>}
      {rows.length > 0 ? <SummaryList rows={rows} /> : <p>Nothing in it yet.</p>}
    </Card>
  )
}

function textOfKey(key: unknown): string {
  return typeof key === "string" ? key : ""
}
