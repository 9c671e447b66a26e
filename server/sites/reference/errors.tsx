import { faultCodes } from "../../platform/fault-codes.ts"
import type { Operation } from "./document.ts"
import { apiErrors } from "./error-codes.ts"
import { commonErrorsOf, ErrorStatuses } from "./operation.tsx"
import { Prose } from "./prose.tsx"

/** Every code of an error, and every code of a fault in one. */
export function Errors({ operations }: { operations: readonly Operation[] }) {
  return (
    <section id="errors" aria-labelledby="errors-name">
      <h2 id="errors-name">Errors</h2>
      <Prose text={words} />
      <h3 id="common-errors">Errors of every request</h3>
      <ErrorStatuses errors={commonErrorsOf(operations)} />
      <CodeTable
        title="Error codes"
        prefix="error"
        rows={apiErrors.map(({ code, status, meaning }) => ({ code, small: String(status), meaning }))}
      />
      <h3 id="fault-codes">Codes in the errors of a 400</h3>
      <p>
        <code>param</code> names the field or parameter, and <code>message</code> says what to do, with its
        limits.
      </p>
      <CodeTable
        title="Fault codes"
        prefix="fault"
        rows={Object.entries(faultCodes).map(([code, meaning]) => ({ code, meaning }))}
      />
    </section>
  )
}

const words =
  "Every error is `application/json` with the members of RFC 9457: `type` leads to a line below, `title` is the status in words, `detail` says what is wrong and what to do about it. `code` is stable and meant for programs; one code always has one status. `request_id` is also in the `Request-Id` header; admins of the firm find it in the console under API keys, Requests. With 400, `errors` lists every fault at once, each with `param`, `code` and `message`."

interface Row {
  code: string
  small?: string
  meaning: string
}

function CodeTable({ title, prefix, rows }: { title: string; prefix: string; rows: readonly Row[] }) {
  return (
    <table class="reference-fields reference-codes">
      <caption>{title}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, small, meaning }) => (
          <tr key={code} id={`${prefix}-${code}`}>
            <th scope="row">
              <code>{code}</code>
              {small && <span class="reference-type">{small}</span>}
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
