import { openMatter } from "../../../../web/console/matter/frame.tsx"
import { MatterHead, PrintedMatter } from "../../../../web/console/matter/head.tsx"
import { DueValue, PrintedDue } from "../../../../web/console/matter/head-value.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText } from "../../../../web/console/times.tsx"
import type { MatterRow } from "../../matter-row.ts"
import { DueCell } from "../list/columns.tsx"
import { ListRows } from "../list/rows.tsx"
import { NextSteps, readNextSteps } from "../overview/next-steps.tsx"

/** What of the page shows the matter's values: its row in the list, or its head. */
export async function partOf(req: PageRequest, matter_id: string, back: string) {
  if (back.split("?")[0] === "/console/matters") return ListRows(req, [matter_id])
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

/** What shows the due day: its cell in the list, or its place in the head. */
export function dueParts(req: PageRequest, matter: MatterRow, back: string) {
  if (back.split("?")[0] === "/console/matters") return <DueCell matter={matter} req={req} />
  const due_text = matter.due_on && shortDayText(matter.due_on, req)
  return (
    <>
      <DueValue matter={{ id: matter.id, url: back, due_text }} />
      <PrintedDue due_text={due_text} />
    </>
  )
}
