import { isDeletable } from "../../../../operations/deletions/deletions.ts"
import { findHold } from "../../../../operations/deletions/holds.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { LinkButton } from "../../../../web/ui/components/button.tsx"
import { steps } from "../../../submissions/status/steps.ts"
import type { MatterRow } from "../../matter-row.ts"
import { mayRestrict } from "../access/form.ts"
import { type StepName, statusSeen, stepWords } from "../status/steps.ts"
import { ChangeForm, Choice, type MenuContext } from "./forms.tsx"

/** The steps that the matter's state allows; links lead to what cannot be undone, or needs a reason. */
export async function statusMenu(req: PageRequest, matter: MatterRow, context: MenuContext) {
  const held = await findHold(req.tx, matter.id)
  const { home } = context
  const links = [
    mayRestrict(req, matter) && ["access", matter.is_restricted ? "Who may see it" : "Restrict"],
    held ? ["release", "Release the legal hold"] : ["hold", "Put on legal hold"],
    !held && isDeletable(matter) && ["deletion", "Delete"],
  ].filter((link) => link !== false)
  return (
    <>
      {stepsOf(matter).map((step) => (
        <ChangeForm key={step} {...context} to={step} was={statusSeen(matter)}>
          <Choice name="step" value={step} text={stepWords[step].text} command={stepWords[step].text} />
        </ChangeForm>
      ))}
      {links.map(([path, text]) => (
        <LinkButton
          key={path}
          href={`${home}/${path}`}
          variant="quiet"
          small
          attributes={{ "data-command": text }}
        >
          {text}…
        </LinkButton>
      ))}
      {held && <p class="hint">On legal hold: {held.reason}</p>}
    </>
  )
}

function stepsOf(matter: MatterRow): StepName[] {
  if (matter.close_date !== null) return ["reopening"]
  return (["completion", "client-editing", "closing"] as const).filter((name) => !steps[name].isDone(matter))
}
