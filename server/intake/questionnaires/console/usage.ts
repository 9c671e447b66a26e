// What a questionnaire is used for. Each step sets a state, so that the same button with the other value takes it back.
import type { FlashKey } from "../../../web/console/forms/flash.ts"
import { type PageRequest, textOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { changeQuestionnaire } from "../questionnaires.ts"
import { changeStartPage } from "../start-page.ts"
import { homeUrl } from "./builder/draft.ts"

const idOf = ({ param }: PageRequest) => param("questionnaire_id")
const isOn = ({ form }: PageRequest) => textOf(form, "on") === "yes"

/** Back to the settings, where the message offers to set the other value again. */
function reported(req: PageRequest, done: FlashKey): Redirect {
  const undo = { action: req.url, fields: { on: isOn(req) ? "no" : "yes" } }
  return { to: `${homeUrl(idOf(req))}/settings#usage`, flash: { done, undo } }
}

/** Whether new matters can be created from it. */
export async function activate(req: PageRequest): Promise<Redirect> {
  await changeQuestionnaire(req.tx, idOf(req), { active: isOn(req) })
  return reported(req, isOn(req) ? "questionnaire_activated" : "questionnaire_deactivated")
}

/** Whether lists leave it out. */
export async function archive(req: PageRequest): Promise<Redirect> {
  await changeQuestionnaire(req.tx, idOf(req), { archived: isOn(req) })
  return reported(req, isOn(req) ? "questionnaire_archived" : "questionnaire_restored")
}

/** Whether anyone can ask to become a client at its own address. */
export async function openStartPage(req: PageRequest): Promise<Redirect> {
  await changeStartPage(req.tx, idOf(req), isOn(req))
  return reported(req, isOn(req) ? "start_page_opened" : "start_page_closed")
}
