import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { MatterRow } from "../../matter-row.ts"
import { stagesOf, stageText } from "../../stages/stages.ts"
import { ChangeForm, Choice, type MenuContext } from "./filing-menus.tsx"

/** The firm's stages, each with what it waits for. */
export async function stageMenu({ staff }: PageRequest, matter: MatterRow, context: MenuContext) {
  const stages = stagesOf(staff.firm.settings)
  const choices = [
    ...stages.map(({ id, name, waits_for }) => ({ id, name, note: waits_for && `waits for ${waits_for}` })),
    { id: null, name: "No stage", note: "" },
  ]
  return (
    <ChangeForm {...{ ...context, to: "filing", was: stageText(matter) }}>
      {choices.map(({ id, name, note }) => (
        <Choice
          key={id}
          name="stage"
          value={id ?? "none"}
          text={
            <>
              {name} {note && <span class="cell-note">{note}</span>}
            </>
          }
          command={id ? `Move to ${name}` : "Move to no stage"}
          is_current={id === matter.stage_id}
        />
      ))}
    </ChangeForm>
  )
}
