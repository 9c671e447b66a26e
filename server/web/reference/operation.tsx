import { Tag } from "../ui/components/tag.tsx"
import { curlOf } from "./curl.ts"
import type { Operation, Parameter } from "./document.ts"
import { type Field, fieldsOf, fieldsOfAny } from "./fields.ts"
import { Prose } from "./prose.tsx"

/** One endpoint: its parameters, an example request, its response and its errors. */
export function OperationSection({ operation, base_url }: { operation: Operation; base_url: string }) {
  const { id, method, path, summary, description, parameters, body, success, errors } = operation
  return (
    <article class="reference-operation" id={id} aria-labelledby={`${id}-name`}>
      <div class="reference-words">
        <h3 id={`${id}-name`}>
          <a href={`#${id}`}>{summary}</a>
        </h3>
        <p class="reference-path">
          <Method name={method} /> <code>{path}</code>
        </p>
        <Prose text={description} />
        {parameters.length > 0 && <Fields title="Parameters" fields={parameters.map(fieldOfParameter)} />}
        {body && <Fields title="Body" fields={fieldsOf(body.schema)} />}
        {!success.file && (
          <details class="reference-answer">
            <summary>Fields of the answer to {summary}</summary>
            <Fields title={success.description} fields={fieldsOfAny(success.schema)} isAnswer />
          </details>
        )}
        <h4>Errors</h4>
        <ul class="reference-errors">
          {errors.map(({ status, code, description }) => (
            <li key={status}>
              <a href={`#error-${code}`}>{status}</a> <Prose text={description} inline />
            </li>
          ))}
        </ul>
      </div>
      <div class="reference-code">
        <Code title="Request" of={summary} text={curlOf(operation, base_url)} />
        <Code
          title={`Answer ${success.status}`}
          of={summary}
          text={
            success.file
              ? `Content-Type: ${success.file}\nContent-Disposition: attachment; filename="…"`
              : JSON.stringify(success.example, null, 2)
          }
        />
      </div>
    </article>
  )
}

/** The method, in its color. */
export function Method({ name }: { name: string }) {
  return (
    <Tag tone={name === "get" ? "info" : name === "post" ? "success" : "danger"}>{name.toUpperCase()}</Tag>
  )
}

/** A code block that scrolls on its own, also by keyboard. */
export function Code({ title, of, text }: { title: string; of: string; text: string }) {
  return (
    <figure class="reference-example">
      <figcaption>{title}</figcaption>
      <section tabindex={0} aria-label={`${title}: ${of}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  )
}

function fieldOfParameter({ name, required, description, schema, in: place }: Parameter): Field {
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
