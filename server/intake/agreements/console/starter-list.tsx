import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import type { Starter } from "../starters.ts"
import { home } from "./list-page.tsx"

/** The texts a new agreement can begin with. */
export function StarterList({ starters }: { starters: readonly Starter[] }) {
  return (
    <Card title="Start from a template" flush>
      <DataTable
        caption="Templates"
        flowing
        records={starters}
        id={({ name }) => `starter-${name}`}
        columns={[
          {
            label: "Template",
            primary: true,
            cell: ({ name, title }) => <a href={`${home}/new?starter=${name}`}>{title.en}</a>,
          },
          { label: "Covers", cell: ({ description }) => description },
        ]}
      />
    </Card>
  )
}
