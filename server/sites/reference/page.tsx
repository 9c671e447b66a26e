import { Heading } from "../../web/ui/components/heading.tsx"
import type { Assets } from "../../web/ui/manifest.ts"
import type { ContentsGroup } from "./contents.tsx"
import {
  type Document,
  listOperations,
  listWebhooks,
  type Operation,
  pathOfTag,
  type Webhook,
} from "./document.ts"
import { Errors } from "./errors.tsx"
import { EventTable, Receivers } from "./events.tsx"
import { url as example_url } from "./example-documents.ts"
import { renderReferencePage } from "./frame.tsx"
import { type Chapter, guide, introduction } from "./guide.ts"
import { commonErrorsOf, OperationSection } from "./operation.tsx"
import { Prose } from "./prose.tsx"
import { QuickStart } from "./quick-start.tsx"

export interface OperationGroup {
  path: string
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
      path: pathOfTag(tag.name),
      operations: operations.filter((operation) => operation.tag === tag.name),
    }))
    .filter(({ operations }) => operations.length > 0)
}

interface ReferencePage {
  /** The OpenAPI document. */
  source: object
  assets: Assets
  contents: readonly ContentsGroup[]
}

/** What to know before the first request; it works without script and without a network, as all pages here. */
export function renderReference({ source, assets, contents }: ReferencePage): string {
  const document = source as Document
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
          The whole of it is also an <a href="/v1/openapi.json">OpenAPI 3.1 document</a>, and{" "}
          <a href="/llms.txt">in Markdown</a> for assistants.
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
        <Errors operations={listOperations(document)} />
      </>
    ),
  })
}

/** The operations of one group. */
export function renderGroup(
  { path, name, description, operations }: OperationGroup,
  { source, assets, contents }: ReferencePage,
): string {
  const document = source as Document
  const base_url = document.servers[0]?.url ?? ""
  const common = commonErrorsOf(listOperations(document))
  return renderReferencePage({
    assets,
    title: `${name} · ${document.info.title} API`,
    path,
    contents,
    children: (
      <>
        <Heading level={1}>{name}</Heading>
        <Prose text={description} />
        {operations.map((operation) => (
          <OperationSection key={operation.id} operation={operation} common={common} base_url={base_url} />
        ))}
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
