import type { Listing, Page } from "../../platform/http/paging.ts"
import { max_counted, type VersionRow } from "../../questionnaires/versions.ts"
import { cappedCountText } from "../../queues/words.ts"
import { Card } from "../../ui/components/card.tsx"
import { PagedTable, pageUrl } from "../list-pages.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"

interface VersionsProps {
  home: string
  page: Page
  versions: Listing<VersionRow>
  req: PageRequest
}

/** The published versions, latest first. */
export function Versions({ home, page, versions: { rows, count }, req }: VersionsProps) {
  const list = { ...page, count, href: (number: number) => pageUrl(home, number) }
  return (
    <Card title="Versions" flush>
      <PagedTable
        list={list}
        pages="Pages of versions"
        caption="Versions, latest first"
        columns={[
          { key: "number", label: "Version", primary: true },
          { key: "at", label: "Published" },
          { key: "by", label: "By" },
          { key: "matters", label: "Open matters", align: "end" },
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
      />
    </Card>
  )
}
