import { Heading } from "../ui/components/heading.tsx"
import type { Assets } from "../ui/manifest.ts"
import { renderPage } from "../ui/page.tsx"
import { type Document, listOperations, listWebhooks, type Operation, type Webhook } from "./document.ts"
import { apiErrors, type ErrorCode } from "./error-codes.ts"
import { guide, introduction } from "./guide.ts"
import { Code, Method, OperationSection } from "./operation.tsx"
import { Prose } from "./prose.tsx"
import { receivers, sampleDelivery } from "./webhooks.ts"

/** The reference: a single page that works without JavaScript and without a network. */
export function renderReference(source: object, assets: Assets): string {
  const document = source as Document
  const operations = listOperations(document)
  const groups = document.tags.map((tag) => ({
    ...tag,
    id: `group-${tag.name.toLowerCase()}`,
    operations: operations.filter((operation) => operation.tag === tag.name),
  }))
  const base_url = document.servers[0]?.url ?? ""
  const title = `${document.info.title} API`
  const body = (
    <>
      <a class="skip-link" href="#main">
        Skip to main content
      </a>
      <div class="reference">
        <nav class="reference-nav" aria-label="On this page">
          <Contents title={title} groups={groups} />
        </nav>
        <main class="reference-main" id="main" tabindex={-1}>
          <Heading level={1}>{title}</Heading>
          <div class="reference-opening">
            <div class="reference-words">
              <p class="lede">{introduction}</p>
              <p>
                The whole of it is also an <a href="/v1/openapi.json">OpenAPI 3.1 document</a>.
              </p>
            </div>
            <div class="reference-code">
              <Code title="The first request" of="the ten newest matters" text={firstRequest(base_url)} />
            </div>
          </div>
          {guide.map(({ id, title, text }) => (
            <section key={id} id={id} class="reference-chapter" aria-labelledby={`${id}-name`}>
              <h2 id={`${id}-name`}>{title}</h2>
              <Prose text={text} />
              {id === "event-types" && <Samples webhooks={listWebhooks(document)} />}
              {id === "receiving-webhooks" && <Receivers />}
            </section>
          ))}
          {groups.map((group) => (
            <section key={group.id} id={group.id} aria-labelledby={`${group.id}-name`}>
              <h2 id={`${group.id}-name`}>{group.name}</h2>
              <Prose text={group.description} />
              {group.operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} base_url={base_url} />
              ))}
            </section>
          ))}
          <section id="errors" aria-labelledby="errors-name">
            <h2 id="errors-name">Errors</h2>
            <Prose text={errorWords} />
            <ErrorTable title="Codes of the API" errors={apiErrors} />
          </section>
        </main>
      </div>
    </>
  )
  return renderPage({ assets, styles: "console", lang: "en", title, body })
}

const errorWords =
  "Every error is `application/json` with the members of RFC 9457: `type` leads to a line below, `title` is the status in words, `detail` says what is wrong and what to do about it. `code` is stable and meant for programs; one code always has one status. `request_id` is also in the `Request-Id` header. With 400, `errors` lists every fault at once, each with `param`, `code` and `message`."

function firstRequest(base_url: string): string {
  return `export FOYER_KEY=foyer_…\n\ncurl -H "Authorization: Token $FOYER_KEY" \\\n  '${base_url}/v1/matters?page_size=10'`
}

/** What is posted for each type of event. */
function Samples({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <>
      {webhooks.map(({ type, example }) => (
        <details key={type} class="reference-answer">
          <summary>Example of {type}</summary>
          <Code title={type} of="an example" text={JSON.stringify(example, null, 2)} />
        </details>
      ))}
    </>
  )
}

/** A delivery, and programs that receive it. */
function Receivers() {
  return (
    <>
      <Code title="A delivery" of="an event" text={sampleDelivery} />
      {receivers.map(({ language, text }) => (
        <details key={language} class="reference-answer">
          <summary>A receiver in {language}</summary>
          <Code title={language} of="a receiver" text={text} />
        </details>
      ))}
    </>
  )
}

interface Group {
  id: string
  name: string
  operations: Operation[]
}

function Contents({ title, groups }: { title: string; groups: readonly Group[] }) {
  return (
    <>
      <a class="reference-home" href="#main">
        {title}
      </a>
      <h2>Before you begin</h2>
      <ul>
        {[...guide, { id: "errors", title: "Errors" }].map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {groups.map(({ id, name, operations }) => (
        <div key={id} class="reference-group">
          <h2>
            <a href={`#${id}`}>{name}</a>
          </h2>
          <ul>
            {operations.map(({ id, method, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span>{summary}</span> <Method name={method} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function ErrorTable({ title, errors }: { title: string; errors: readonly ErrorCode[] }) {
  return (
    <table class="reference-fields reference-codes">
      <caption>{title}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Code and status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ code, status, meaning }) => (
          <tr key={code} id={`error-${code}`}>
            <th scope="row">
              <code>{code}</code>
              <span class="reference-type">{status}</span>
            </th>
            <td>
              <Prose text={meaning} inline />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
