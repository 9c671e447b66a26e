// Which columns each person has in the list, and how close its rows stand.
import type { Tx } from "../../../platform/db/database.ts"
import { Button } from "../../../ui/components/button.tsx"
import { CheckboxGroup } from "../../../ui/components/checkbox-group.tsx"
import { Details } from "../../../ui/components/details.tsx"
import { RadioGroup } from "../../../ui/components/radio-group.tsx"
import { changePreferences, readPreferences } from "../../../users/users.ts"
import { type PageRequest, textOf } from "../../page-request.ts"
import type { Redirect } from "../../view.tsx"
import { listBack } from "./filters.ts"

/** Beside the name, which is always there. */
export const columnWords = {
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
export type ColumnKey = keyof typeof columnWords
const usual: readonly ColumnKey[] = ["kind", "status", "progress", "assignee", "opened", "activity"]

export interface ListLook {
  columns: readonly ColumnKey[]
  is_compact: boolean
}

/** As the user who acts has chosen. */
export async function readLook(tx: Tx): Promise<ListLook> {
  const { list_columns, list_density } = await readPreferences(tx)
  const chosen: readonly string[] = list_columns?.split(" ") ?? usual
  return {
    columns: (Object.keys(columnWords) as ColumnKey[]).filter((key) => chosen.includes(key)),
    is_compact: list_density === "compact",
  }
}

export function ColumnsForm({ look, back }: { look: ListLook; back: string }) {
  return (
    <Details summary="Columns and density">
      <form method="post" action="/console/matters/columns" class="stack">
        <input type="hidden" name="back" value={back} />
        <CheckboxGroup
          id="columns"
          label="Columns beside the name"
          inline
          values={look.columns}
          options={Object.entries(columnWords).map(([value, label]) => ({ value, label }))}
        />
        <RadioGroup
          id="density"
          label="Rows"
          inline
          value={look.is_compact ? "compact" : "comfortable"}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        <div>
          <Button look="secondary" small>
            Save for me
          </Button>
        </div>
      </form>
    </Details>
  )
}

export async function saveLook({ tx, staff, form }: PageRequest): Promise<Redirect> {
  const columns = (form.columns ?? []).filter((key) => key in columnWords)
  await changePreferences(tx, staff.user_id, {
    list_columns: columns.join(" "),
    list_density: textOf(form, "density") === "compact" ? "compact" : "comfortable",
  })
  return { to: listBack(textOf(form, "back")), flash: { done: "list_changed" } }
}
