// What a questionnaire is used for. Each step sets a state, so that the same button with the other value takes it back.
import { type PageRequest, textOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { changeQuestionnaire } from "../questionnaires.ts"
import { changeStartPage } from "../start-page.ts"
import { homeUrl } from "./builder/draft.ts"

const idOf = ({ param }: PageRequest) => param("questionnaire_id")
const isOn = ({ form }: PageRequest) => textOf(form, "on") === "yes"
const usageUrl = (req: PageRequest) => `${homeUrl(idOf(req))}/settings#usage`

/** Whether new matters can be created from it. */
export async function activate(req: PageRequest): Promise<Redirect> {
  await changeQuestionnaire(req.tx, idOf(req), { active: isOn(req) })
  const done = isOn(req) ? "questionnaire_activated" : "questionnaire_deactivated"
  return { to: usageUrl(req), flash: { done } }
}

/** Whether lists leave it out. */
export async function archive(req: PageRequest): Promise<Redirect> {
  await changeQuestionnaire(req.tx, idOf(req), { archived: isOn(req) })
  const done = isOn(req) ? "questionnaire_archived" : "questionnaire_restored"
  return { to: usageUrl(req), flash: { done } }
}

/** Whether anyone can ask to become a client at its own address. */
export async function openStartPage(req: PageRequest): Promise<Redirect> {
  await changeStartPage(req.tx, idOf(req), isOn(req))
  return { to: usageUrl(req), flash: { done: isOn(req) ? "start_page_opened" : "start_page_closed" } }
}
