import type { Database, Tx } from "../platform/db/database.ts"
import { type Calendar, openCalendar } from "./calendar.ts"
import { recordDeliveries } from "./deliveries.ts"
import { foundFirm } from "./firm.ts"
import { hartwellPryce, northgateTax } from "./firms.ts"
import { leaveFirm } from "./past.ts"
import { known, type Stage } from "./stage.ts"
import { closed } from "./stories/closed.ts"
import { couple } from "./stories/couple.ts"
import { everyday } from "./stories/everyday.ts"
import { inProgress } from "./stories/in_progress.ts"
import { nextDoor } from "./stories/next_door.ts"
import { preCreated } from "./stories/pre_created.ts"
import { probate } from "./stories/probate.ts"
import { single } from "./stories/single.ts"
import type { Story } from "./story.ts"
import { tellStories } from "./telling.ts"

/** Where everything of the demo is. */
export interface DemoIds {
  firm_id: string
  questionnaires: Record<"planning" | "probate" | "tax", string>
  matters: Record<ShownMatter, string>
  other_firm: { firm_id: string; matter_id: string }
}

const shown = {
  couple,
  single,
  probate,
  in_progress: inProgress,
  pre_created: preCreated,
  closed,
} satisfies Record<string, (calendar: Calendar) => Story>
type ShownMatter = keyof typeof shown
const shownMatters = Object.keys(shown) as ShownMatter[]

/** Writes both firms and returns where everything is. Needs a platform transaction. */
export async function writeDemo(
  tx: Tx,
  db: Database,
  place: Pick<Stage, "ring" | "files" | "base_url" | "mails">,
): Promise<DemoIds> {
  const calendar = openCalendar(tx.now)
  const stage = await foundFirm(tx, db, { ...place, calendar }, hartwellPryce)
  const stories = shownMatters.map((key) => [key, shown[key](calendar)] as const)
  const told = await tellStories(stage, { ...everyday(calendar), ...Object.fromEntries(stories) })
  await recordDeliveries(stage, known(stage.staff.Eleanor, "Eleanor"))
  await leaveFirm(tx)

  const neighbor = await foundFirm(tx, db, { ...place, calendar }, northgateTax)
  const { submitted } = await tellStories(neighbor, nextDoor(calendar))
  await leaveFirm(tx)

  const questionnaireOf = (key: keyof DemoIds["questionnaires"]) => known(stage.questionnaires[key], key).id
  const matters = shownMatters.map((key) => [key, known(told[key], key)] as const)
  return {
    firm_id: stage.firm_id,
    questionnaires: {
      planning: questionnaireOf("planning"),
      probate: questionnaireOf("probate"),
      tax: questionnaireOf("tax"),
    },
    matters: Object.fromEntries(matters) as DemoIds["matters"],
    other_firm: { firm_id: neighbor.firm_id, matter_id: submitted },
  }
}
