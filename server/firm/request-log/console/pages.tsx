import { faultCodes } from "../../../platform/fault-codes.ts"
import { isPastTheEnd, PagedTable, readPage } from "../../../web/console/list-pages.tsx"
import { faultAt, type PageRequest } from "../../../web/console/page-request.ts"
import { pickedFilters } from "../../../web/console/picked-filters.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { PageResponse } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { PickField } from "../../../web/ui/components/pick-field.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { listKeys } from "../../access/api/keys.ts"
import { type LoggedRequest, listRequests, retention_days } from "../request-log.ts"

const home = "/console/settings/keys/requests"

export function requestLogPages(console: Console): void {
  console.page(home, requestsPage, { admin: true })
}

async function requestsPage(req: PageRequest): Promise<PageResponse> {
  const keys = (await listKeys(req.tx)).map(({ id, name }) => ({ value: id, label: name }))
  const { to, faults } = pickedFilters(req, { key: keys })
  if (to) return { to }
  const refused = faults.length > 0 ? { form: {}, faults } : undefined
  const { key = "", result = "", search = "", at = "" } = req.query
  const around = timeOf(at)
  const filter = { key_id: key, refused: result === "refused", search: search.trim(), around }
  const { rows, list } = await readPage(
    req,
    { home, limit: 100, filters: { key, result, search, at } },
    (page) => listRequests(req.tx, filter, page),
  )
  const isFiltered = Boolean(key || result || search || around)
  return {
    title: "Requests by API",
    breadcrumbs: [{ text: "API keys", href: "/console/settings/keys" }],
    status: refused ? 400 : isPastTheEnd(list) ? 404 : 200,
    refused,
    lede: `What your software requested in the last ${retention_days} days. Successful reads within seconds of each other share a line. A request without a known key is not listed: it was answered with status 401.`,
    body: (
      <>
        <FilterBar action={home} label="Filter requests" isFiltered={isFiltered}>
          {around && <input type="hidden" name="at" value={at} />}
          <TextField
            id="search"
            label="Request id, route, status, or code"
            type="search"
            value={search}
            autocomplete="off"
          />
          <SelectField
            id="result"
            label="Result"
            placeholder="Any"
            value={result}
            options={[{ value: "refused", label: "Refused" }]}
          />
          <PickField
            id="key"
            label="Key"
            placeholder="Any"
            value={key}
            error={faultAt(refused, "key")}
            options={keys}
          />
        </FilterBar>
        {around && (
          <p>
            From a minute before <When at={around} req={req} in_text /> to ten minutes after it.
          </p>
        )}
        <PagedTable
          {...{ rows, list }}
          caption="Requests, latest first"
          flowing
          columns={[
            { label: "Request", cell: (row) => <Request row={row} /> },
            { label: "Result", cell: (row) => <Result row={row} /> },
            {
              label: "Key",
              cell: ({ key_id, key_name }) => <a href={`/console/settings/keys/${key_id}`}>{key_name}</a>,
            },
            {
              label: "Duration",
              align: "end",
              cell: ({ duration_ms }) => `${Math.max(1, duration_ms).toLocaleString("en-US")} ms`,
            },
            { label: "When", cell: ({ answered_at }) => <When at={answered_at} req={req} /> },
          ]}
          id={({ request_id }) => `request-${request_id}`}
          noMatch={isFiltered && "No matching requests"}
          empty={
            <EmptyState
              title="No requests yet"
              icon="history"
              action={<a href="/docs">How the API works</a>}
            />
          }
        />
      </>
    ),
  }
}

function timeOf(text: string): Date | undefined {
  return /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(text) && Date.parse(text) ? new Date(text) : undefined
}

function Request({ row: { method, route, request_id, requests } }: { row: LoggedRequest }) {
  return (
    <>
      <code>
        {method} {route.replace(/:(\w+)/g, "{$1}")}
      </code>
      <span class="cell-note cell-line">
        {requests > 1 ? `${requests.toLocaleString("en-US")} requests, the slowest ` : ""}
        <code class="id-text">{request_id}</code>
      </span>
    </>
  )
}

function Result({ row: { status, codes } }: { row: LoggedRequest }) {
  const tone = status >= 500 ? "danger" : status >= 400 ? "warning" : "success"
  return (
    <>
      <Tag tone={tone}>{status}</Tag>{" "}
      {codes
        .filter((_, index) => index > 0 || codes.length === 1)
        .map((code, index) => (
          <Code key={code} text={code} isFirst={index === 0} />
        ))}
    </>
  )
}

/** A code, after the name of its parameter if it is a fault's, with a link to its meaning. */
function Code({ text, isFirst }: { text: string; isFirst: boolean }) {
  const [code = "", param] = text.split(" ").toReversed()
  const kind = code in faultCodes ? "fault" : "error"
  return (
    <>
      {!isFirst && ", "}
      {param && `${param} `}
      <a href={`/docs#${kind}-${code}`}>{code}</a>
    </>
  )
}
