import { bytesText } from "../../../operations/system/words.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { ExportRow } from "../exports.ts"

interface ExportListProps {
  rows: readonly ExportRow[]
  req: PageRequest
  /** Lists exports of all the firm's data. */
  of_firm?: boolean
}

export function ExportList({ rows, req, of_firm = false }: ExportListProps) {
  return (
    <DataTable
      caption="Exports, latest first"
      columns={[
        {
          label: "What",
          primary: true,
          cell: (row) => (
            <a href={`/console/settings/exports/${row.id}`}>
              {row.label}
              {row.matter_name && <span class="visually-hidden"> of {row.matter_name}</span>}
            </a>
          ),
        },
        of_firm
          ? { label: "Requested", cell: (row) => <When at={row.requested_at} req={req} /> }
          : { label: "Of", cell: (row) => row.matter_name ?? "All matching matters" },
        { label: "State", narrow: true, cell: (row) => <ExportTag state={row.state} /> },
        { label: "Size", align: "end", cell: (row) => (row.size === null ? "" : bytesText(row.size)) },
        { label: "Requested by", cell: (row) => row.requested_by_name },
        { label: "Available until", cell: (row) => <When at={row.expires_at} req={req} /> },
      ]}
      records={rows}
      id={(row) => row.id}
      empty={
        <EmptyState
          title={of_firm ? "No exports of everything" : "No downloads"}
          icon="download"
          action={!of_firm && <a href="/console/matters">Go to matters</a>}
        >
          {of_firm
            ? "Request one above. It is available here until it expires or you delete it."
            : "Export a matter from its own page, or the list of matters from the list."}
        </EmptyState>
      }
    />
  )
}

export function ExportTag({ state }: Pick<ExportRow, "state">) {
  if (state === "ready") return <Tag tone="success">Ready</Tag>
  if (state === "failed") return <Tag tone="danger">Failed</Tag>
  return <Tag tone="info">{state === "waiting" ? "Waiting" : "Being prepared"}</Tag>
}
