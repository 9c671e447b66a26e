import type { Starter } from "../../agreements/starters.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { home } from "./list-page.tsx"

/** The texts a new agreement can begin with. */
export function StarterList({ starters }: { starters: readonly Starter[] }) {
  return (
    <Card title="Start from a template" flush>
      <DataTable
        caption="Templates"
        flowing
        columns={[
          { key: "title", label: "Template", primary: true },
          { key: "description", label: "Covers" },
        ]}
        rows={starters.map(({ name, title, description }) => ({
          id: `starter-${name}`,
          cells: { title: <a href={`${home}/new?starter=${name}`}>{title.en}</a>, description },
        }))}
      />
    </Card>
  )
}
