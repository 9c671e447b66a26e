import { textIn } from "../../definition/text.ts"
import type { Template } from "../../questionnaires/templates.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { newUrl } from "./draft.ts"

export function TemplateList({ templates }: { templates: readonly Template[] }) {
  return (
    <Card title="Start from a template" flush>
      <DataTable
        caption="Templates"
        flowing
        columns={[
          { key: "title", label: "Template", primary: true, narrow: true },
          { key: "description", label: "Covers" },
          { key: "type", label: "Type", narrow: true },
        ]}
        rows={templates.map(({ name, description, file }) => ({
          id: `template-${name}`,
          cells: {
            title: <a href={`${newUrl}?template=${name}`}>{textIn(file.title, "en")}</a>,
            description,
            type: file.internal_type,
          },
        }))}
      />
    </Card>
  )
}
