import { countText } from "../../../../platform/text/count-text.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import { outcomes } from "../../../../web/console/outcomes.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { LinkButton, PostForm } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { listCorrections } from "../../../corrections/corrections.ts"
import { droppedIn, readOpen } from "../../../submissions/console/open-items-forms.tsx"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { dropItems, itemNamed, nameOfItem, restoreItems } from "../../../submissions/missing/dropped-items.ts"
import { readReadiness } from "../../../submissions/missing/missing.ts"
import { type OpenItem, openItemsInWords } from "../../../submissions/missing/open-items.ts"
import { type Step, steps } from "../../../submissions/status/steps.ts"
import { lockForEditing } from "../../editing.ts"
import { findHold, holdSeen } from "../../holds.ts"
import { getMatterRow, type MatterRow } from "../../matter-row.ts"
import { isDeletable } from "../../retention.ts"
import { stagesOf, stageText } from "../../stages/stages.ts"
import { mayRestrict } from "../access/pages.tsx"
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
import { partOf } from "./parts.tsx"

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

async function stageMenu({ staff }: PageRequest, matter: MatterRow, context: MenuContext) {
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

// Completing, closing and reopening a matter: each by one press, with Undo where the step back restores everything.

export const takeStepInPlace =
  (name: StepName) =>
  async (req: PageRequest): Promise<Redirect> => {
    const { tx, parts, form } = req
    const { isDone, act, done }: Step = steps[name]
    const { undo, already } = stepWords[name]
    const { id } = await requireMatter(req)
    const matter = await lockForEditing(tx, id)
    const back = localPath(trimmedTextOf(form, "back"))
    const answer = (flash: Redirect["flash"]) => ({ to: back, part: () => partOf(req, id, back), flash })
    if (isDone(matter)) return answer({ is_refusal: true, text: already })
    if (trimmedTextOf(form, "was") !== statusSeen(matter)) {
      const text =
        "Nothing was changed, because the status has changed since you opened this page. Look at it again."
      return answer({ is_refusal: true, text })
    }
    const open = name === "completion" || name === "closing" ? await readOpen(req, id) : []
    const dropped = name === "completion" ? droppedIn(req, open) : []
    if (!dropped)
      return {
        to: `/console/matters/${id}/completion?${new URLSearchParams({ back })}`,
        flash: { is_refusal: true },
      }
    await act(tx, parts.ring, id)
    await dropItems(tx, id, dropped)
    await restoreItems(tx, id, (form.restored ?? []).map(itemNamed))
    const was = statusSeen(await getMatterRow(tx, id))
    const restored = dropped.map(nameOfItem)
    return answer({
      done,
      text: `${outcomes[done][0]}${name === "completion" ? await openPoints(req, id) : endedPoints(open)}`,
      undo: undo && { action: `/console/matters/${id}/${undo}`, fields: { was, back, restored } },
    })
  }

function endedPoints(open: readonly OpenItem[]): string {
  if (open.length === 0) return ""
  return ` What was still to come has ended with it: ${joinWords(openItemsInWords(open, "en", "firm"), "en")}. Reopening brings it back.`
}

/** What a completed matter lacks, which staff may have overlooked. */
async function openPoints({ tx, parts }: PageRequest, id: string): Promise<string> {
  const [{ missing, open: items }, corrections] = await Promise.all([
    readReadiness(loadMatter(tx, parts.ring, id)),
    listCorrections(tx, id),
  ])
  const open = corrections.filter(({ state }) => state === "open").length
  const points = [
    missing.length > 0 &&
      countText(missing.length, "required thing is missing", "required things are missing"),
    items.length > 0 && `still to come: ${joinWords(openItemsInWords(items, "en", "firm"), "en")}`,
    open > 0 && countText(open, "correction is open", "corrections are open"),
  ].filter(Boolean)
  return points.length > 0 ? ` Note: ${points.join("; ")}.` : ""
}
