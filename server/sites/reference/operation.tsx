import { Code, RequestSamples } from "./code.tsx"
import { Method } from "./contents.tsx"
import type { Operation, Parameter } from "./document.ts"
import { url as example_url } from "./example-documents.ts"
import { type Field, fieldsOf, fieldsOfAny } from "./fields.ts"
import { Prose } from "./prose.tsx"
import { sampleRequestOf } from "./samples/requests.ts"

type ErrorStatus = Operation["errors"][number]

/** One endpoint: its parameters, an example request, its response and its errors, without those that all can have. */
export function OperationSection({
  operation,
  common,
  base_url,
}: {
  operation: Operation
  common: readonly ErrorStatus[]
  base_url: string
}) {
  const { id, method, path, summary, description, parameters, body, success, scopes } = operation
  const errors = operation.errors.filter((error) => !common.some((one) => isSame(one, error)))
  return (
    <article class="reference-operation" id={id} aria-labelledby={`${id}-name`}>
      <div class="reference-words">
        <h2 id={`${id}-name`}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p class="reference-path">
          <Method name={method} /> <code>{path}</code>
        </p>
        <Prose text={description.replace(/ Needs the scopes? \S+( and \S+)*$/, "")} />
        <p class="reference-scopes">
          Scope{" "}
          {scopes.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </p>
        {parameters.length > 0 && <Fields title="Parameters" fields={parameters.map(fieldOfParameter)} />}
        {body && <Fields title="Body" fields={fieldsOf(body.schema)} />}
        {!success.file && (
          <details class="reference-more">
            <summary>Fields of the response to {summary}</summary>
            <Fields title={success.description} fields={fieldsOfAny(success.schema)} isAnswer />
          </details>
        )}
        <details class="reference-more">
          <summary>
            Errors of {summary}: {errors.map(({ status }) => status).join(", ")}
          </summary>
          <ErrorStatuses errors={errors} />
          <p>
            And <a href="/docs#common-errors">those of every request</a>.
          </p>
        </details>
      </div>
      <div class="reference-code">
        <RequestSamples id={id} of={summary} request={sampleRequestOf(operation, base_url)} />
        <Code title={`Response ${success.status}`} of={summary} text={responseOf(operation, base_url)} />
      </div>
    </article>
  )
}

/** Statuses with their sentences; each leads to its code. */
export function ErrorStatuses({ errors }: { errors: readonly ErrorStatus[] }) {
  return (
    <ul class="reference-errors">
      {errors.map(({ status, code, description }) => (
        <li key={status}>
          <a href={`/docs#error-${code}`}>{status}</a> <Prose text={description} inline />
        </li>
      ))}
    </ul>
  )
}

/** Returns the errors that every operation describes in the same words. */
export function commonErrorsOf(operations: readonly Operation[]): ErrorStatus[] {
  const [first, ...others] = operations
  return (first?.errors ?? []).filter((error) =>
    others.every(({ errors }) => errors.some((one) => isSame(one, error))),
  )
}

function isSame(one: ErrorStatus, other: ErrorStatus): boolean {
  return one.status === other.status && one.description === other.description
}

/** The example response, with the address of this installation. */
export function responseOf({ success }: Operation, base_url: string): string {
  if (success.file) return `Content-Type: ${success.file}\nContent-Disposition: attachment; filename="…"`
  return JSON.stringify(success.example ?? null, null, 2).replaceAll(example_url, base_url)
}

export function fieldOfParameter({ name, required, description, schema, in: place }: Parameter): Field {
  const [field] = fieldsOf({ properties: { [name]: schema }, required: required ? [name] : [] })
  const where = { path: "In the path.", header: "Header.", query: "" }[place]
  const type = field?.type ?? "string"
  return { name, type, required: required === true, description: `${where} ${description ?? ""}`.trim() }
}

function Fields({
  title,
  fields,
  isAnswer,
}: {
  title: string
  fields: readonly Field[]
  isAnswer?: boolean
}) {
  return (
    <table class="reference-fields">
      <caption>{title}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              <span class="reference-type">
                {type}
                {!isAnswer && required && <strong>, required</strong>}
                {isAnswer && !required && ", where there is one"}
              </span>
            </th>
            <td>
              <Prose text={description} inline />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
