import { isPastTheEnd, PagedTable, pageAt } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { listTeam, type Member } from "../../users/team.ts"
import { type AuditRow, listAudit, listAuditActions } from "../listing.ts"
import { sendAudit } from "./download.ts"
import { type AuditQuery, auditUrl, readAuditQuery } from "./filters.ts"
import { actionWords } from "./words.ts"

export function auditPages(console: Console): void {
  console.page("/console/settings/audit", auditPage, { admin: true })
  console.page("/console/settings/audit.csv", sendAudit, { admin: true })
}

async function auditPage(req: PageRequest): Promise<View> {
  const query = readAuditQuery(req)
  const { faults, filters, typed } = query
  const page = pageAt(req, 100)
  const [{ rows, ...counted }, actions, team] = await Promise.all([
    faults.length > 0 ? { count: 0, rows: [] } : listAudit(req.tx, filters, page),
    listAuditActions(req.tx),
    listTeam(req.tx),
  ])
  const isFiltered = Object.keys(typed).length > 0
  const href = (number: number) => auditUrl(query, "/console/settings/audit", number)
  const list = { ...page, ...counted, href }
  return {
    title: "Audit log",
    status: faults.length > 0 ? 400 : isPastTheEnd(list) ? 404 : 200,
    refused: faults.length > 0 ? { form: {}, faults } : undefined,
    heading: {
      lede: "Every sign-in, change, export and view of a sensitive answer or secret, in the console or by API key. Each entry is chained to the one before it: the command foyer audit verify detects changed or removed entries.",
      actions: counted.count > 0 && (
        <LinkButton href={auditUrl(query, "/console/settings/audit.csv")} variant="secondary" icon="download">
          Download as CSV
        </LinkButton>
      ),
    },
    body: (
      <>
        <Filters query={query} actions={actions} team={team} />
        <PagedTable
          list={list}
          pages="Pages of the audit log"
          caption="Audit log, latest first"
          columns={[
            { label: "What", primary: true, cell: (row) => actionWords(row.action) },
            { label: "About", cell: (row) => <About row={row} /> },
            { label: "Who", cell: (row) => row.user_name },
            { label: "When", cell: (row) => <When at={row.occurred_at} req={req} /> },
          ]}
          records={rows}
          id={(row) => row.id}
          empty={
            isFiltered ? (
              <EmptyState
                title="No matching entries"
                icon="search"
                action={<a href="/console/settings/audit">Clear all filters</a>}
              />
            ) : (
              <EmptyState title="No entries yet" icon="history" />
            )
          }
        />
      </>
    ),
  }
}

function About({ row }: { row: AuditRow }) {
  const { matter_id, matter_name, label } = row
  if (!matter_id) return label || <code class="id-text">{row.record_id}</code>
  return (
    <>
      <a href={`/console/matters/${matter_id}`}>{matter_name ?? "Deleted matter"}</a>
      {label && <span class="cell-note cell-line">{label}</span>}
    </>
  )
}

function Filters(props: { query: AuditQuery; actions: readonly string[]; team: readonly Member[] }) {
  const { typed, faults } = props.query
  const errorOf = (name: string) => faults.find(({ param }) => param === name)?.message
  return (
    <FilterBar
      action="/console/settings/audit"
      label="Filter the audit log"
      more={{
        summary: "Filters",
        isOpen: Object.keys(typed).some((name) => name !== "who"),
        fields: (
          <>
            <SelectField
              id="action"
              label="What"
              placeholder="Anything"
              value={typed.action}
              options={props.actions.map((action) => ({ value: action, label: actionWords(action) }))}
            />
            <TextField
              id="matter"
              label="Matter"
              value={typed.matter}
              error={errorOf("matter")}
              autocomplete="off"
            />
            <TextField id="from" label="From" type="date" value={typed.from} error={errorOf("from")} />
            <TextField id="until" label="Until" type="date" value={typed.until} error={errorOf("until")} />
          </>
        ),
      }}
      submit={
        <>
          <Button variant="secondary">Apply</Button>
          {Object.keys(typed).length > 0 && (
            <LinkButton href="/console/settings/audit" variant="quiet">
              Clear
            </LinkButton>
          )}
        </>
      }
    >
      <SelectField
        id="who"
        label="Who"
        placeholder="Anyone"
        value={typed.who}
        options={[
          { value: "nobody", label: "No one signed in" },
          ...props.team.map(({ id, name, email }) => ({ value: id, label: name || email })),
        ]}
      />
    </FilterBar>
  )
}
