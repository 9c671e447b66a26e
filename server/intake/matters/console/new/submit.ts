import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { readMatterName } from "../../../../web/console/forms/read-text.ts"
import { type PageRequest, textOf } from "../../../../web/console/page-request.ts"
import type { PageResponse } from "../../../../web/console/view.tsx"
import { listUsableQuestionnaires } from "../../../questionnaires/questionnaires.ts"
import { assignMatter } from "../../assignment.ts"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import { createInvitation } from "../../invitations/invitations.ts"
import { clientTypeOf, createMatter } from "../../matters.ts"
import { defaultMatterName } from "../../parties/default-name.ts"
import type { Party, Person } from "../../parties/parties.ts"
import { mainPartyOf } from "../../parties/party-rules.ts"
import { readAssignee } from "../assignee/field.tsx"
import { emailMissing, readDelivery, readMessage, readPerson } from "../invitations/form-values.ts"
import { duplicateFault } from "./duplicates.tsx"
import { copyFromEarlier, type EarlierMatter, earlierFaults, readEarlier } from "./earlier-matter.tsx"

/** Creates the matter, copies from the earlier one, invites the clients and assigns the matter. */
export async function submitNewMatter(req: PageRequest): Promise<PageResponse> {
  const { tx, parts } = req
  const earlier = await readEarlier(req)
  const { questionnaire_id, client_type, matter_name, client, partner, message, delivery } =
    await readNewMatter(req, earlier)
  const { id: matter_id } = await createMatter(tx, { questionnaire_id, matter_name, client })
  if (earlier) await copyFromEarlier(req, earlier, matter_id, partner)
  const invited: [Party, Person][] = [[mainPartyOf(client_type), client]]
  if (partner) invited.push(["partner", partner])
  for (const [party, person] of invited) {
    const { id } = await createInvitation(tx, parts, { ...person, matter_id, party })
    if (delivery === "mail") await sendInvitation(tx, parts, id, { message })
  }
  const assignee_id = readAssignee(req)
  if (assignee_id) await assignMatter(tx, matter_id, assignee_id)
  return { to: `/console/matters/${matter_id}`, flash: { done: "matter_created" } }
}

/** Parses the form; throws "bad request" with every fault. */
async function readNewMatter(req: PageRequest, earlier: EarlierMatter | undefined) {
  const { tx, form } = req
  const faults: Fault[] = []
  const questionnaire = (await listUsableQuestionnaires(tx)).find(
    ({ id }) => id === textOf(form, "questionnaire_id"),
  )
  if (!questionnaire)
    faults.push({ param: "questionnaire_id", code: "required", message: "Choose a questionnaire." })
  const client = readPerson(form, "", faults)
  const partner = readPerson(form, "partner_", faults)
  const hasPartner = Object.values(partner).some(Boolean)
  const client_type = questionnaire ? clientTypeOf(questionnaire.approach) : "self"
  // The matter is about the person represented, so the representative's name does not name it.
  const default_name = client_type === "self" ? defaultMatterName(client, partner) : ""
  const matter_name = readMatterName(form, faults, default_name)
  const message = readMessage(form, faults)
  const delivery = readDelivery(form)
  if (delivery === "mail" && !client.email) faults.push(emailMissing(""))
  if (delivery === "mail" && hasPartner && !partner.email) faults.push(emailMissing("partner_"))
  if (hasPartner && client_type === "representative") {
    const text = "One representative fills in this questionnaire. Leave the spouse or partner blank."
    faults.push({ param: "partner_first_name", code: "unfit_party", message: text })
  }
  faults.push(...earlierFaults(earlier, client_type))
  if (faults.length === 0) faults.push(...(await duplicateFault(req)))
  if (!questionnaire || faults.length > 0) throw badRequest(faults)
  return {
    questionnaire_id: questionnaire.id,
    client_type,
    matter_name,
    client,
    partner: hasPartner ? partner : undefined,
    message,
    delivery,
  }
}
