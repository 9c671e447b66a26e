import { openMatter } from "../../../../web/console/matter/frame.tsx"
import { MatterHead, PrintedMatter } from "../../../../web/console/matter/head.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
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
