import { isPastTheEnd, PagedTable, pageAt, pageUrl } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { timeText, When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { type DeletionRow, listDeletions } from "../deletions.ts"

export async function deletedMattersPage(req: PageRequest): Promise<View> {
  const page = pageAt(req, 50)
  const { rows, ...counted } = await listDeletions(req.tx, page)
  const href = (number: number) => pageUrl("/console/settings/deleted-matters", number)
  const list = { ...page, ...counted, href }
  return {
    title: "Deleted matters",
    status: isPastTheEnd(list) ? 404 : 200,
    breadcrumbs: [{ text: "Retention", href: "/console/settings/retention" }],
    heading: {
      lede: "Matters that can still be restored, and certificates of those removed for good. Certificates are kept forever.",
    },
    body: (
      <PagedTable
        list={list}
        pages="Pages of deleted matters"
        caption="Deleted matters, latest first"
        columns={[
          {
            label: "Matter",
            primary: true,
            cell: (row) => <a href={`/console/settings/deleted-matters/${row.id}`}>{nameOf(row)}</a>,
          },
          { label: "State", narrow: true, cell: (row) => <DeletionTag row={row} req={req} /> },
          { label: "Deleted", cell: (row) => <When at={row.deleted_at} req={req} /> },
          { label: "By", cell: (row) => deletedBy(row) },
          { label: "Why", cell: (row) => row.reason },
          {
            label: "Certificate",
            hideLabel: true,
            narrow: true,
            align: "end",
            cell: (row) =>
              row.purged_at && (
                <LinkButton
                  href={`/console/settings/deleted-matters/${row.id}/certificate.pdf`}
                  small
                  variant="secondary"
                  icon="download"
                >
                  Certificate<span class="visually-hidden"> of {nameOf(row)}</span>
                </LinkButton>
              ),
          },
        ]}
        records={rows}
        id={(row) => row.id}
        empty={
          <EmptyState title="No deleted matters" icon="trash">
            You can delete a closed matter from its own page.
          </EmptyState>
        }
      />
    ),
  }
}

export function nameOf({ matter_name, matter_id }: DeletionRow): string {
  return matter_name || matter_id
}

/** What every form of a deleted matter has. */
export function deletedMatterForm(row: DeletionRow, title: string, tab: string) {
  const cancel = `/console/settings/deleted-matters/${row.id}`
  return {
    title,
    tab_title: `${tab} ${nameOf(row)}`,
    breadcrumbs: [
      { text: "Deleted matters", href: "/console/settings/deleted-matters" },
      { text: nameOf(row), href: cancel },
    ],
    cancel,
  }
}

export function deletedBy({ is_automatic, deleted_by_name }: DeletionRow): string {
  return is_automatic ? "Retention rule" : deleted_by_name
}

export function DeletionTag({ row, req }: { row: DeletionRow; req: PageRequest }) {
  if (row.purged_at) return <Tag tone="neutral">Removed for good</Tag>
  if (row.restored_at) return <Tag tone="success">Restored</Tag>
  if (row.purge_at <= req.tx.now) return <Tag tone="neutral">Being removed</Tag>
  return <Tag tone="warning">Restorable until {timeText(row.purge_at, req)}</Tag>
}
