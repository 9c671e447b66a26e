// Each member chooses the columns of the list and the density of its rows.

import { changePreferences, readPreferences } from "../../../../firm/users/users.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { type PageRequest, textOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/checkbox-group.tsx"
import { Details } from "../../../../web/ui/components/details.tsx"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { safeListUrl } from "./filters.ts"

/** The optional columns; the name always shows. */
export const columnLabels = {
  kind: "Questionnaire",
  status: "Status",
  progress: "Progress",
  assignee: "Assigned to",
  file_number: "File number",
  tags: "Tags",
  due: "Due",
  opened: "Opened",
  activity: "Last activity",
} as const
export type ColumnKey = keyof typeof columnLabels
const default_columns: readonly ColumnKey[] = ["kind", "status", "progress", "assignee", "opened", "activity"]

export interface ListLayout {
  columns: readonly ColumnKey[]
  is_compact: boolean
}

/** The layout that the signed-in member chose. */
export async function readListLayout(tx: Tx): Promise<ListLayout> {
  const { list_columns, list_density } = await readPreferences(tx)
  const chosen: readonly string[] = list_columns?.split(" ") ?? default_columns
  return {
    columns: (Object.keys(columnLabels) as ColumnKey[]).filter((key) => chosen.includes(key)),
    is_compact: list_density === "compact",
  }
}

export function ColumnsForm({ layout, back }: { layout: ListLayout; back: string }) {
  return (
    <Details summary="Columns and density">
      <form method="post" action="/console/matters/columns" class="stack">
        <input type="hidden" name="back" value={back} />
        <CheckboxGroup
          id="columns"
          label="Columns to show"
          inline
          values={layout.columns}
          options={Object.entries(columnLabels).map(([value, label]) => ({ value, label }))}
        />
        <RadioGroup
          id="density"
          label="Row density"
          inline
          value={layout.is_compact ? "compact" : "comfortable"}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        <div>
          <Button variant="secondary" small>
            Save for me
          </Button>
        </div>
      </form>
    </Details>
  )
}

export async function saveListLayout({ tx, staff, form }: PageRequest): Promise<Redirect> {
  const columns = (form.columns ?? []).filter((key) => key in columnLabels)
  await changePreferences(tx, staff.user_id, {
    list_columns: columns.join(" "),
    list_density: textOf(form, "density") === "compact" ? "compact" : "comfortable",
  })
  return { to: safeListUrl(textOf(form, "back")), flash: { done: "list_changed" } }
}
