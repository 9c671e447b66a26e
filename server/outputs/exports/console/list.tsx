import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import { type ListPage, PagedTable } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { ExportRow } from "../exports.ts"

export function ExportList(props: { rows: readonly ExportRow[]; list: ListPage; req: PageRequest }) {
  const { rows, list, req } = props
  return (
    <PagedTable
      {...{ rows, list }}
      caption="Exports, latest first"
      columns={[
        {
          label: "What",
          cell: (row) => (
            <a href={`/console/settings/exports/${row.id}`}>
              {row.label}
              {row.matter_name && <span class="visually-hidden"> of {row.matter_name}</span>}
            </a>
          ),
        },
        {
          label: "Of",
          cell: (row) => row.matter_name ?? (row.kind === "firm" ? "The firm" : "All matching matters"),
        },
        { label: "State", narrow: true, cell: (row) => <ExportTag state={row.state} /> },
        { label: "Size", align: "end", cell: (row) => (row.size === null ? "" : bytesText(row.size)) },
        { label: "Requested by", cell: (row) => row.requested_by_name },
        { label: "Available until", cell: (row) => <When at={row.expires_at} req={req} /> },
      ]}
      empty={
        <EmptyState
          title="No downloads"
          icon="download"
          action={<a href="/console/matters">Go to matters</a>}
        >
          Export a matter from its own page, or the list of matters from the list.
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
