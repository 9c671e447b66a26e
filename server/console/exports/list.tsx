import type { ExportRow } from "../../exports/exports.ts"
import { bytesText } from "../../system/words.ts"
import { DataTable } from "../../ui/components/data-table.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"

export function ExportList({ rows, req }: { rows: readonly ExportRow[]; req: PageRequest }) {
  return (
    <DataTable
      caption="Exports, latest first"
      columns={[
        { key: "what", label: "What", primary: true },
        { key: "matter", label: "Of" },
        { key: "state", label: "State", narrow: true },
        { key: "size", label: "Size", align: "end" },
        { key: "who", label: "Asked for by" },
        { key: "until", label: "Kept until" },
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        cells: {
          what: (
            <a href={`/console/exports/${row.id}`}>
              {row.label}
              {row.matter_name && <span class="visually-hidden"> of {row.matter_name}</span>}
            </a>
          ),
          matter: row.matter_name ?? "All matching matters",
          state: <ExportTag state={row.state} />,
          size: row.size === null ? "" : bytesText(row.size),
          who: row.requested_by_name,
          until: <When at={row.expires_at} req={req} />,
        },
      }))}
      empty={
        <EmptyState title="No exports are waiting here" icon="download">
          Export a matter from its own page, or the list of matters from the list.
        </EmptyState>
      }
    />
  )
}

export function ExportTag({ state }: Pick<ExportRow, "state">) {
  if (state === "ready") return <Tag tone="success">Ready</Tag>
  return state === "failed" ? <Tag tone="danger">Failed</Tag> : <Tag tone="info">Being prepared</Tag>
}
