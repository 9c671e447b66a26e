import { type ComponentChildren, Fragment } from "preact"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText } from "../../../../web/console/times.tsx"
import { unnotifiedAmong } from "../../../notifications/recipients.ts"
import type { MatterRow } from "../../matter-row.ts"
import { stageName, stagesOf } from "../../stages/stages.ts"
import { isBoard, MovedColumns } from "../board/board.tsx"
import { openMatter } from "../frame/frame.tsx"
import { MatterHead, PrintedMatter } from "../frame/head.tsx"
import { NameValue, PrintedValue, Unnotified, Value, type ValueName } from "../frame/head-value.tsx"
import { NameCell, UnnotifiedNote, ValueCell } from "../list/columns.tsx"
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

/** The values of these names: their cells in the list, or their places in the head. */
function valuesOf(
  req: PageRequest,
  row: MatterRow,
  url: string,
  names: readonly ValueName[],
  known: { assignee_name?: string | null; tags?: readonly string[] } = {},
) {
  const matter = { ...row, assignee_name: null, tags: [] as string[], url, ...known }
  if (isInList(url)) return names.map((name) => <ValueCell key={name} {...{ name, matter, req }} />)
  const due_text = row.due_on && shortDayText(row.due_on, req)
  const shown = { ...matter, due_text, stage: stageName(stagesOf(req.staff.firm.settings), row.stage_id) }
  return names.map((name) => (
    <Fragment key={name}>
      <Value name={name} matter={shown} />
      <PrintedValue name={name} matter={shown} />
    </Fragment>
  ))
}

export const dueParts: Parts = (req, matter, back) => valuesOf(req, matter, back, ["due"])

/** A stage may set the due day, too. */
export const stageParts: Parts = (req, matter, back) =>
  isBoard(back) ? MovedColumns(req, back, matter) : valuesOf(req, matter, back, ["stage", "due"])

export const tagsParts: Parts = (req, matter, back, stored) =>
  valuesOf(req, matter, back, ["tags"], { tags: stored.split(", ").filter(Boolean) })

export const nameParts: Parts = (_, matter, back) =>
  isInList(back) ? (
    <NameCell {...matter} />
  ) : (
    <>
      <NameValue matter={{ ...matter, url: back }} />
      <b id="printed-name">{matter.name}</b>
    </>
  )

/** Who is responsible, by name, decides whether anyone is notified; what to do next stays. */
export const assigneeParts =
  (assignee_name: string | null): Parts =>
  async (req, matter, back) => {
    const unnotified = await req.tx.all(unnotifiedAmong([matter.id], req.staff.firm.settings))
    const is_unnotified = unnotified.length > 0
    return (
      <>
        {valuesOf(req, matter, back, ["assignee"], { assignee_name })}
        {isInList(back) ? (
          <UnnotifiedNote id={matter.id} is_unnotified={is_unnotified} />
        ) : (
          <Unnotified is_unnotified={is_unnotified} />
        )}
      </>
    )
  }
