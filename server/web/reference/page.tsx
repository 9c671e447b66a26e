import { Heading } from "../ui/components/heading.tsx"
import type { Assets } from "../ui/manifest.ts"
import type { ContentsGroup } from "./contents.tsx"
import { type Document, listOperations, listWebhooks, type Operation, type Webhook } from "./document.ts"
import { Errors } from "./errors.tsx"
import { EventTable, Receivers } from "./events.tsx"
import { url as example_url } from "./example-documents.ts"
import { renderReferencePage } from "./frame.tsx"
import { type Chapter, guide, introduction } from "./guide.ts"
import { commonErrorsOf, OperationSection } from "./operation.tsx"
import { Prose } from "./prose.tsx"
import { QuickStart } from "./quick-start.tsx"

export interface OperationGroup {
  id: string
  name: string
  description: string
  operations: Operation[]
}

/** The document's operations under its tags. */
export function groupOperations(document: Document): OperationGroup[] {
  const operations = listOperations(document)
  return document.tags
    .map((tag) => ({
      ...tag,
      id: `group-${tag.name.toLowerCase()}`,
      operations: operations.filter((operation) => operation.tag === tag.name),
    }))
    .filter(({ operations }) => operations.length > 0)
}

/** The reference: a single page that works without script and without a network. */
export function renderReference(source: object, assets: Assets, contents: readonly ContentsGroup[]): string {
  const document = source as Document
  const groups = groupOperations(document)
  const operations = groups.flatMap((group) => group.operations)
  const common = commonErrorsOf(operations)
  const base_url = document.servers[0]?.url ?? ""
  const title = `${document.info.title} API`
  return renderReferencePage({
    assets,
    title,
    path: "/docs",
    contents,
    children: (
      <>
        <Heading level={1}>{title}</Heading>
        <p class="lede">{introduction}</p>
        <p>
          The whole of it is also an <a href="/v1/openapi.json">OpenAPI 3.1 document</a>.
        </p>
        <QuickStart base_url={base_url} />
        {guide.map((chapter) => (
          <ChapterSection
            key={chapter.id}
            chapter={chapter}
            webhooks={listWebhooks(document)}
            base_url={base_url}
          />
        ))}
        {groups.map((group) => (
          <section key={group.id} id={group.id} aria-labelledby={`${group.id}-name`}>
            <h2 id={`${group.id}-name`}>{group.name}</h2>
            <Prose text={group.description} />
            {group.operations.map((operation) => (
              <OperationSection
                key={operation.id}
                operation={operation}
                common={common}
                base_url={base_url}
              />
            ))}
          </section>
        ))}
        <Errors operations={operations} />
      </>
    ),
  })
}

function ChapterSection({
  chapter: { id, title, text },
  webhooks,
  base_url,
}: {
  chapter: Chapter
  base_url: string
  webhooks: readonly Webhook[]
}) {
  const words = text.replaceAll(example_url, base_url)
  return (
    <section id={id} class="reference-chapter" aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{title}</h2>
      {/* The table lists the types, which the document describes in its text. */}
      <Prose text={id === "event-types" ? (words.split("\n\n")[0] ?? "") : words} />
      {id === "event-types" && <EventTable webhooks={webhooks} />}
      {id === "receiving-webhooks" && <Receivers />}
    </section>
  )
}
