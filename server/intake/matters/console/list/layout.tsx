// Each member chooses the columns of the list.

import { changePreferences } from "../../../../firm/users/users.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Details } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/choice.tsx"
import { stagesOf } from "../../stages/stages.ts"
import { listedColumns, type MatterColumn } from "./columns.tsx"
import { safeListUrl } from "./filters.ts"

export function columnsOf({ list_columns, firm }: PageRequest["staff"]): readonly MatterColumn[] {
  const chosen = list_columns?.split(" ")
  return offeredColumns(firm).filter(({ key, by_default }) => (chosen ? chosen.includes(key) : by_default))
}

/** The stage is no column while the firm has none. */
function offeredColumns({ settings }: PageRequest["staff"]["firm"]): readonly MatterColumn[] {
  return listedColumns.filter(({ key }) => key !== "stage" || stagesOf(settings).length > 0)
}

export function ColumnsForm(props: { columns: readonly MatterColumn[]; back: string; req: PageRequest }) {
  const { columns, back, req } = props
  return (
    <Details summary="Columns">
      <form method="post" action="/console/matters/columns" class="stack">
        <input type="hidden" name="back" value={back} />
        <CheckboxGroup
          id="columns"
          label="Columns to show"
          inline
          values={columns.map(({ key }) => key)}
          options={offeredColumns(req.staff.firm).map(({ key, label }) => ({ value: key, label }))}
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

export async function saveListColumns({ tx, staff, form }: PageRequest): Promise<Redirect> {
  await changePreferences(tx, staff.user_id, {
    list_columns: listedColumns.flatMap(({ key }) => (form.columns?.includes(key) ? [key] : [])).join(" "),
  })
  return { to: safeListUrl(trimmedTextOf(form, "back")), flash: { done: "list_changed" } }
}
