import { type ListPage, PagedTable } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import type { DeletionRow } from "../deletions.ts"
import { DeletionTag, deletedBy, deletionUrl, isRestorable, nameOf } from "./words.tsx"

/** Matters that can still be restored, and those removed for good, with their certificates. */
export function DeletedMatters(props: { rows: readonly DeletionRow[]; list: ListPage; req: PageRequest }) {
  const { rows, list, req } = props
  return (
    <section id="deleted" class="stack">
      <h2>Deleted matters</h2>
      <PagedTable
        list={list}
        pages="Pages of deleted matters"
        caption="Deleted matters, latest first"
        columns={[
          { label: "Matter", primary: true, cell: (row) => <a href={deletionUrl(row)}>{nameOf(row)}</a> },
          { label: "State", narrow: true, cell: (row) => <DeletionTag row={row} req={req} /> },
          { label: "Deleted", cell: (row) => <When at={row.deleted_at} req={req} /> },
          { label: "By", cell: deletedBy },
          { label: "Why", cell: (row) => row.reason },
          {
            label: "Restore or certificate",
            hideLabel: true,
            narrow: true,
            align: "end",
            cell: (row) =>
              row.purged_at ? (
                <LinkButton
                  href={deletionUrl(row, "/certificate.pdf")}
                  about={`of ${nameOf(row)}`}
                  small
                  variant="secondary"
                  icon="download"
                >
                  Certificate
                </LinkButton>
              ) : (
                isRestorable(row, req.tx.now) && (
                  <PostButton
                    action={deletionUrl(row, "/restoration")}
                    about={nameOf(row)}
                    variant="secondary"
                    small
                  >
                    Restore
                  </PostButton>
                )
              ),
          },
        ]}
        records={rows}
        empty={
          <EmptyState title="No deleted matters" icon="trash">
            You can delete a closed matter from its own page. Certificates stay here forever.
          </EmptyState>
        }
      />
    </section>
  )
}
