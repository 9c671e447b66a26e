import { badRequest } from "../../../platform/errors.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { isPastTheEnd, PagedTable, pageUrl, readPage } from "../../../web/console/list-pages.tsx"
import { faultAt, type PageRequest } from "../../../web/console/page-request.ts"
import { pickedFilters, readTyped } from "../../../web/console/picked-filters.ts"
import type { Console } from "../../../web/console/routing.ts"
import { todayOf, When } from "../../../web/console/times.tsx"
import type { PageResponse, RawResponse } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { PickField } from "../../../web/ui/components/pick-field.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { listTeam } from "../../users/team.ts"
import { recordAudit } from "../audit.ts"
import { auditLog } from "../audit-log.ts"
import { type AuditFilters, type AuditRow, listAudit, listAuditActions } from "../listing.ts"
import { actionWords } from "./words.ts"

const home = "/console/settings/audit"

export function auditPages(console: Console): void {
  console.page(home, auditPage, { admin: true })
  console.page(`${home}.csv`, sendAudit, { admin: true })
}

async function auditPage(req: PageRequest): Promise<PageResponse> {
  const who = [
    { value: "nobody", label: "No one signed in" },
    ...(await listTeam(req.tx)).map(({ id, name, email }) => ({ value: id, label: name || email })),
  ]
  const picked = pickedFilters(req, { who })
  if (picked.to) return { to: picked.to }
  const { filters, typed, ...read } = readAuditQuery(req)
  const faults = [...read.faults, ...picked.faults]
  const refused = faults.length > 0 ? { form: {}, faults } : undefined
  const [{ rows, list }, actions] = await Promise.all([
    readPage(req, { home, limit: 100, filters: typed }, async (page) =>
      refused ? { count: 0, rows: [] } : listAudit(req.tx, filters, page),
    ),
    listAuditActions(req.tx),
  ])
  const isFiltered = Object.keys(typed).length > 0
  return {
    title: "Audit log",
    status: refused ? 400 : isPastTheEnd(list) ? 404 : 200,
    refused,
    lede: "Every sign-in, change, export and view of a sensitive answer or secret, in the console or by API key. Each entry is chained to the one before it: the command foyer audit verify detects changed or removed entries.",
    actions: list.count > 0 && (
      <LinkButton href={pageUrl(`${home}.csv`, 1, typed)} variant="secondary" icon="download">
        Download as CSV
      </LinkButton>
    ),
    body: (
      <>
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
                  options={actions.map((action) => ({ value: action, label: actionWords(action) }))}
                />
                <TextField
                  id="matter"
                  label="Matter"
                  value={typed.matter}
                  error={faultAt(refused, "matter")}
                  autocomplete="off"
                />
                {(["from", "until"] as const).map((name) => (
                  <TextField
                    key={name}
                    id={name}
                    label={{ from: "From", until: "Until" }[name]}
                    type="date"
                    value={typed[name]}
                    error={faultAt(refused, name)}
                  />
                ))}
              </>
            ),
          }}
          isFiltered={isFiltered}
        >
          <PickField
            id="who"
            label="Who"
            placeholder="Anyone"
            value={typed.who}
            error={faultAt(refused, "who")}
            options={who}
          />
        </FilterBar>
        <PagedTable
          {...{ rows, list }}
          caption="Audit log, latest first"
          columns={[
            { label: "What", cell: (row) => actionWords(row.action) },
            { label: "About", cell: (row) => <About row={row} /> },
            { label: "Who", cell: (row) => row.user_name },
            { label: "When", cell: (row) => <When at={row.occurred_at} req={req} /> },
          ]}
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

async function sendAudit(req: PageRequest): Promise<RawResponse> {
  const { tx, staff, parts } = req
  const { filters, faults, typed } = readAuditQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  await recordAudit(tx, "audit_exported", { label: new URLSearchParams(typed).toString() })
  return sendDownload({
    filename: `audit-log-${todayOf(req)}.csv`,
    content_type: "text/csv; charset=utf-8",
    content: auditLog(parts.db, staff.firm_id, { user_id: staff.user_id }, filters, actionWords),
  })
}

const filterNames = ["who", "action", "matter", "from", "until"] as const

function readAuditQuery(req: Pick<PageRequest, "query">) {
  const { typed, faults, fault, day } = readTyped(req, filterNames)
  const matter = typed.matter && (/matter_[0-9A-F]{32}/.exec(typed.matter)?.[0] ?? null)
  if (matter === null) fault("matter", "Enter a matter’s ID or paste the address of its page.")
  const filters: AuditFilters = {
    ...(typed.who !== undefined && { user_id: typed.who === "nobody" ? null : typed.who }),
    ...(typed.action !== undefined && { action: typed.action }),
    ...(matter && { matter_id: matter }),
    from: day("from"),
    until: day("until"),
  }
  return { typed, filters, faults }
}
