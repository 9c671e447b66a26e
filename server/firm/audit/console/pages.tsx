import { isPastTheEnd, PagedTable, pageUrl, readPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { listTeam, type Member } from "../../users/team.ts"
import { type AuditRow, listAudit, listAuditActions } from "../listing.ts"
import { sendAudit } from "./download.ts"
import { type AuditQuery, readAuditQuery } from "./filters.ts"
import { actionWords } from "./words.ts"

const home = "/console/settings/audit"

export function auditPages(console: Console): void {
  console.page(home, auditPage, { admin: true })
  console.page(`${home}.csv`, sendAudit, { admin: true })
}

async function auditPage(req: PageRequest): Promise<View> {
  const query = readAuditQuery(req)
  const { faults, filters, typed } = query
  const [{ rows, list }, actions, team] = await Promise.all([
    readPage(req, { home, limit: 100, filters: typed }, async (page) =>
      faults.length > 0 ? { count: 0, rows: [] } : listAudit(req.tx, filters, page),
    ),
    listAuditActions(req.tx),
    listTeam(req.tx),
  ])
  const isFiltered = Object.keys(typed).length > 0
  return {
    title: "Audit log",
    status: faults.length > 0 ? 400 : isPastTheEnd(list) ? 404 : 200,
    refused: faults.length > 0 ? { form: {}, faults } : undefined,
    heading: {
      lede: "Every sign-in, change, export and view of a sensitive answer or secret, in the console or by API key. Each entry is chained to the one before it: the command foyer audit verify detects changed or removed entries.",
      actions: list.count > 0 && (
        <LinkButton href={pageUrl(`${home}.csv`, 1, typed)} variant="secondary" icon="download">
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
          noMatch={isFiltered && "No matching entries"}
          empty={<EmptyState title="No entries yet" icon="history" />}
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
      action={home}
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
      isFiltered={Object.keys(typed).length > 0}
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
