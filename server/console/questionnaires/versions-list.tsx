import type { Listing } from "../../platform/http/paging.ts"
import { max_counted, type VersionRow } from "../../questionnaires/versions.ts"
import { cappedCountText } from "../../queues/words.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { ListPages, NoSuchPage } from "../list-pages.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"

export const versions_shown = 20

interface VersionsProps {
  home: string
  page: number
  versions: Listing<VersionRow>
  req: PageRequest
}

/** What was published, latest first. */
export function Versions({ home, page, versions: { rows, count }, req }: VersionsProps) {
  const href = (number: number) => (number === 1 ? home : `${home}?page=${number}`)
  return (
    <Card title="Versions" flush>
      <DataTable
        caption="Versions, latest first"
        columns={[
          { key: "number", label: "Version", primary: true },
          { key: "at", label: "Published" },
          { key: "by", label: "By" },
          { key: "matters", label: "Open matters on it", align: "end" },
        ]}
        rows={rows.map(({ number, published_at, published_by_name, matters }) => ({
          id: `version-${number}`,
          cells: {
            number: <a href={`${home}/versions/${number}`}>{`Version ${number}`}</a>,
            at: <When at={published_at} req={req} />,
            by: published_by_name,
            matters: cappedCountText(matters, max_counted),
          },
        }))}
        empty={<NoSuchPage href={href} />}
      />
      <ListPages label="Pages of versions" page={page} page_size={versions_shown} count={count} href={href} />
    </Card>
  )
}
