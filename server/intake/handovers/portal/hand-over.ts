import type { Section } from "../../../definition/definition.ts"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { textIn } from "../../../definition/text.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { notFound } from "../../../platform/errors.ts"
import { textOf } from "../../../web/portal/form.ts"
import { createInvitation, findHelperInvitation } from "../../matters/invitations/invitations.ts"
import { sendInvitation } from "../../matters/invitations/sending.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { endHandover, handOver, haveRequestedOften } from "../handovers.ts"
import { inviteHelper, parseHelper, thanksView } from "./helper.tsx"
import { isForHelpers, mayAskHelpers, namesOf } from "./helper-parts.ts"
import { canReceiveParts, findOtherClient, type OtherClient } from "./other-client.ts"
import { showHandovers } from "./page.tsx"
import {
  type Faults,
  freeSections,
  mayEnd,
  mayHandOver,
  openHandovers,
  type VisibleHandover,
} from "./visible-handovers.tsx"

/** Hands the chosen parts over to the other client, or to a helper. */
export async function handOverParts(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  // From a page that was open before: it leads to whether the other client still takes part.
  if (req.matter.sharing_paused_at) return { to: "/portal" }
  if (!(await mayHandOver(req))) throw notFound()
  const who = textOf(request.form, "who")
  // First, because it locks the matter: what the other client hands over at the same time is seen from here on.
  if (await haveRequestedOften(req.tx, req.matter.id))
    return showHandovers(req, request, { parts: req.words.handover.requested_often })
  const choice = await readChoice(req, request)
  if (who === "helper") return handOverToHelper(req, request, choice)
  const other = await findOtherClient(req)
  const words = req.words.handover
  if (!other || who !== other.party) return showHandovers(req, request, { who: words.choose_who })
  if (!canReceiveParts(other)) throw notFound()
  const typed = parseEmail(textOf(request.form, "email"))
  const email_fault = other.invitation ? undefined : emailFault(req, other, typed)
  const part_fault = partFault(req, choice, other.invitation?.id)
  const faults: Faults = {
    ...(part_fault && { parts: part_fault }),
    ...(email_fault && { email: email_fault }),
  }
  if (Object.keys(faults).length > 0) return showHandovers(req, request, faults)
  const email = typed.kind === "value" ? typed.value : ""
  const invitation_id = other.invitation?.id ?? (await inviteOtherClient(req, other, email))
  if (!other.invitation) await sendInvitation(req.tx, req.parts, invitation_id, { language: req.lang })
  return saveHandover(req, { chosen: choice.chosen, invitation_id, name: other.name })
}

/** The visible parts that a form names. */
interface Choice {
  /** All that can be handed over. */
  free: readonly Section[]
  chosen: readonly Section[]
  /** Those that are with someone already. */
  taken: readonly VisibleHandover[]
}

async function readChoice(req: PageRequest, { form }: RoutedRequest): Promise<Choice> {
  const [free, open] = await Promise.all([freeSections(req), openHandovers(req)])
  const isNamed = (section_id: string) => form.parts?.includes(section_id) === true
  return {
    free,
    chosen: free.filter(({ id }) => isNamed(id)),
    taken: open.filter(({ section_id }) => isNamed(section_id)),
  }
}

/** Why the parts cannot go to this invitee; undefined for those that this client handed to them by the press before. */
function partFault(
  { client, words: { handover } }: PageRequest,
  { chosen, taken }: Choice,
  invitation_id: string | undefined,
): string | undefined {
  const other = taken.find((each) => each.given_by !== client.user_id || each.invitation_id !== invitation_id)
  if (other) return handover.taken(other.title, other.name)
  return chosen.length + taken.length === 0 ? handover.choose_part : undefined
}

async function handOverToHelper(
  req: PageRequest,
  request: RoutedRequest,
  choice: Choice,
): Promise<View | Redirect> {
  if (!mayAskHelpers(req)) throw notFound()
  const words = req.words.handover
  const read = parseHelper(req, request)
  const { free, chosen } = choice
  const invited = read.faults
    ? undefined
    : await findHelperInvitation(req.tx, req.matter.id, read.helper.email)
  const part_fault = chosen.every(isForHelpers)
    ? partFault(req, choice, invited?.id)
    : words.helper_parts(namesOf(free.filter(isForHelpers), req))
  if (read.faults || part_fault)
    return showHandovers(req, request, { ...(part_fault && { parts: part_fault }), ...read.faults })
  const { name, days, line } = read.helper
  const invitation_id = await inviteHelper(req, read.helper)
  return saveHandover(req, { chosen, invitation_id, name, helper: { days, line } })
}

async function saveHandover(
  { tx, parts, matter, lang }: PageRequest,
  given: {
    chosen: readonly Section[]
    invitation_id: string
    name: string
    helper?: { days: number; line: string }
  },
): Promise<Redirect> {
  const { chosen, invitation_id, name, helper } = given
  const isTold = await handOver(tx, parts, {
    matter_id: matter.id,
    section_ids: chosen.map(({ id }) => id),
    invitation_id,
    label: `${name}: ${chosen.map(({ title }) => textIn(title, "en")).join(", ")}`,
    language: lang,
    ...(helper && { helper }),
  })
  return { to: "/portal", done: { key: isTold ? "part_handed" : "part_handed_untold", name } }
}

/** Why an address cannot be the other client's; undefined if it can. */
export function emailFault(
  { words: { handover }, client, lang }: PageRequest,
  { name }: OtherClient,
  typed: ReturnType<typeof parseEmail>,
): string | undefined {
  if (typed.kind === "fault") return faultSentence(typed.fault, handover.partner_email(name), lang)
  if (typed.kind !== "value") return handover.email_missing
  return typed.value.toLowerCase() === client.email.toLowerCase() ? handover.email_own : undefined
}

/** Creates the other client's invitation, to be sent to this address. */
export async function inviteOtherClient(
  { tx, parts, matter }: PageRequest,
  { party, name }: OtherClient,
  email: string,
): Promise<string> {
  const { id } = await createInvitation(tx, parts, { matter_id: matter.id, party, email, first_name: name })
  await recordAudit(tx, "invitation_created", { matter_id: matter.id, record_id: id, label: email })
  return id
}

/** Gives a part back, or takes it back, whichever the client may do. */
export async function endOneHandover(req: PageRequest, request: RoutedRequest): Promise<Redirect | View> {
  const { tx, parts, matter, client } = req
  const id = request.params.handover_id ?? ""
  const open = await openHandovers(req)
  const handover = open.find((each) => each.id === id)
  if (!handover || !mayEnd(handover, req)) return { to: "/portal" }
  const label = textIn(handover.section.title, "en")
  const how = await endHandover(tx, parts, { matter_id: matter.id, id, label })
  if (client.is_limited && open.length === 1) return thanksView(req)
  const name = how === "given_back" ? handover.given_by_name : handover.name
  return { to: "/portal", done: { key: `part_${how}`, name } }
}
