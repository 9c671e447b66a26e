import { cappedCountText } from "../../../../follow-up/queues/words.ts"
import type { Listing, Page } from "../../../../platform/http/responses/paging.ts"
import { PagedTable, pageUrl } from "../../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { max_counted, type VersionRow } from "../../versions.ts"

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
          {
            label: "Version",
            primary: true,
            cell: ({ number }) => <a href={`${home}?version=${number}`}>{`Version ${number}`}</a>,
          },
          { label: "Published", cell: ({ published_at }) => <When at={published_at} req={req} /> },
          { label: "By", cell: ({ published_by_name }) => published_by_name },
          {
            label: "Open matters",
            align: "end",
            cell: ({ matters }) => cappedCountText(matters, max_counted),
          },
        ]}
        records={rows}
        id={({ number }) => `version-${number}`}
      />
    </Card>
  )
}
