import { localPath, type PageRequest } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { LinkButton, PostForm } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { steps } from "../../../submissions/status/steps.ts"
import { findHold, holdSeen } from "../../holds.ts"
import type { MatterRow } from "../../matter-row.ts"
import { isDeletable } from "../../retention.ts"
import { mayRestrict } from "../access/form.ts"
import { matterForm } from "../frame/frame.tsx"
import { requireMatter } from "../frame/require-matter.ts"
import { type StepName, statusSeen, stepWords } from "../status/status.tsx"
import {
  assigneeMenu,
  ChangeForm,
  Choice,
  dueMenu,
  filingMenu,
  type MenuContext,
  nameMenu,
} from "./filing-menus.tsx"
import { stageMenu } from "./stage-menu.tsx"

const menus = {
  status: ["Status", statusMenu],
  assignee: ["Assignee", assigneeMenu],
  due: ["Due day", dueMenu],
  filing: ["Tags and file number", filingMenu],
  name: ["Name", nameMenu],
  stage: ["Stage", stageMenu],
} as const

/** A matter's menus on one page. The island shows each where it belongs; the palette offers what they hold. */
export async function menusPage(req: PageRequest): Promise<View> {
  const matter = await requireMatter(req)
  const { menu, back } = req.query
  const context = {
    home: `/console/matters/${matter.id}`,
    back: back ? localPath(back) : `/console/matters${req.list ? `?${req.list}` : ""}`,
  }
  const named = Object.entries(menus).filter(([name]) => name === menu)
  const shown = named.length > 0 ? named : Object.entries(menus)
  const contents = await Promise.all(shown.map(([, [, load]]) => load(req, matter, context)))
  return {
    ...matterForm(matter, "Change the matter"),
    part: contents,
    body: shown.map(([name, [title]], index) => (
      <Card key={name} title={title} id={name}>
        <div class="dropdown-panel">{contents[index]}</div>
      </Card>
    )),
  }
}

/** The steps that the matter's state allows; links lead to what cannot be undone, or needs a reason. */
async function statusMenu(req: PageRequest, matter: MatterRow, context: MenuContext) {
  const held = await findHold(req.tx, matter.id)
  const { home } = context
  const possible: StepName[] =
    matter.close_date !== null
      ? ["reopening"]
      : (["completion", "client-editing", "closing"] as const).filter((name) => !steps[name].isDone(matter))
  const links = [
    mayRestrict(req, matter) && ["access", matter.is_restricted ? "Who may see it" : "Restrict"],
    !held && ["hold", "Put on legal hold"],
    !held && isDeletable(matter) && ["deletion", "Delete"],
  ].filter((link) => link !== false)
  return (
    <>
      {possible.map((step) => (
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
      {held && (
        <PostForm action={`${home}/release`}>
          <input type="hidden" name="was" value={holdSeen(held)} />
          <Choice name="release" value="yes" text="Release the legal hold" command="Release the legal hold" />
          <p class="hint">On legal hold: {held.reason}</p>
        </PostForm>
      )}
    </>
  )
}
