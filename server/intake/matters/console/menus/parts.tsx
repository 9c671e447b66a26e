import type { ComponentChildren } from "preact"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText } from "../../../../web/console/times.tsx"
import { unnotifiedAmong } from "../../../notifications/recipients.ts"
import type { MatterRow } from "../../matter-row.ts"
import { stageName, stagesOf } from "../../stages/stages.ts"
import { isBoard, MovedColumns } from "../board/board.tsx"
import { openMatter } from "../frame/frame.tsx"
import { MatterHead, PrintedMatter } from "../frame/head.tsx"
import {
  AssigneeValue,
  DueValue,
  NameValue,
  PrintedAssignee,
  PrintedDue,
  StageValue,
  TagsValue,
  Unnotified,
} from "../frame/head-value.tsx"
import { AssigneeCell, DueCell, NameCell, StageCell, TagsCell, UnnotifiedNote } from "../list/columns.tsx"
import { ListRows } from "../list/rows.tsx"
import { NextSteps, readNextSteps } from "../overview/next-steps.tsx"

/** What of the page shows the matter's values: its row in the list, or its head. */
export async function partOf(req: PageRequest, matter_id: string, back: string) {
  if (isInList(back)) return ListRows(req, [matter_id])
  const matter = await openMatter({ ...req, url: back })
  const isOverview = back.split("?")[0] === `/console/matters/${matter_id}`
  return (
    <>
      <MatterHead matter={matter} />
      <PrintedMatter matter={matter} />
      {isOverview && <NextSteps {...(await readNextSteps(req, matter))} />}
    </>
  )
}

/** What shows one value: its cell in the list, or its places in the head. */
export type Parts = (
  req: PageRequest,
  matter: MatterRow,
  back: string,
  stored: string,
) => ComponentChildren | Promise<ComponentChildren>

const isInList = (back: string) => back.split("?")[0] === "/console/matters"

export const dueParts: Parts = (req, matter, back) => {
  if (isInList(back)) return <DueCell matter={matter} req={req} />
  const due_text = matter.due_on && shortDayText(matter.due_on, req)
  return (
    <>
      <DueValue matter={{ id: matter.id, url: back, due_text }} />
      <PrintedDue due_text={due_text} />
    </>
  )
}

/** A stage may set the due day, too. */
export const stageParts: Parts = (req, matter, back, stored) => {
  if (isBoard(back)) return MovedColumns(req, back, matter)
  if (!isInList(back)) {
    const stage = stageName(stagesOf(req.staff.firm.settings), matter.stage_id)
    return (
      <>
        <StageValue matter={{ ...matter, url: back, stage }} />
        {dueParts(req, matter, back, stored)}
      </>
    )
  }
  return (
    <>
      <StageCell matter={matter} req={req} />
      <DueCell matter={matter} req={req} />
    </>
  )
}

export const nameParts: Parts = (_, matter, back) =>
  isInList(back) ? (
    <NameCell {...matter} />
  ) : (
    <>
      <NameValue matter={{ ...matter, url: back }} />
      <b id="printed-name">{matter.name}</b>
    </>
  )

export const tagsParts: Parts = (_, matter, back, stored) => {
  const tags = stored.split(", ").filter(Boolean)
  if (isInList(back)) return <TagsCell id={matter.id} tags={tags} />
  return <TagsValue matter={{ ...matter, tags, url: back }} />
}

/** Who is responsible, by name, decides whether anyone is notified; what to do next stays. */
export const assigneeParts =
  (assignee_name: string | null): Parts =>
  async ({ tx, staff }, { id }, back) => {
    const is_unnotified = (await tx.all(unnotifiedAmong([id], staff.firm.settings))).length > 0
    return isInList(back) ? (
      <>
        <AssigneeCell id={id} name={assignee_name} />
        <UnnotifiedNote {...{ id, is_unnotified }} />
      </>
    ) : (
      <>
        <AssigneeValue matter={{ id, url: back, assignee_name }} />
        <Unnotified is_unnotified={is_unnotified} />
        <PrintedAssignee name={assignee_name} />
      </>
    )
  }
