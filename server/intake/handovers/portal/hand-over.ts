import type { Section } from "../../../definition/definition.ts"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { textIn } from "../../../definition/text.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { notFound } from "../../../platform/errors.ts"
import { textOf } from "../../../web/portal/form.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { sendInvitation } from "../../matters/invitations/sending.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { endHandover, handOver, haveRequestedOften } from "../handovers.ts"
import { inviteHelper, parseHelper, thanksView } from "./helper.tsx"
import { isForHelpers, mayAskHelpers, namesOf } from "./helper-parts.ts"
import { canReceiveParts, findOtherClient, type OtherClient } from "./other-client.ts"
import { showHandovers } from "./page.tsx"
import { type Faults, freeSections, mayHandOver, openHandovers } from "./visible-handovers.tsx"

/** Hands the chosen parts over to the other client, or to a helper. */
export async function handOverParts(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  if (!(await mayHandOver(req))) throw notFound()
  const free = await freeSections(req)
  const chosen = free.filter(({ id }) => request.form.parts?.includes(id))
  const who = textOf(request.form, "who")
  if (await haveRequestedOften(req.tx, req.matter.id))
    return showHandovers(req, request, { parts: req.words.handover.requested_often })
  if (who === "helper") return handOverToHelper(req, request, chosen, free)
  const other = await findOtherClient(req)
  const words = req.words.handover
  if (!other || who !== other.party) return showHandovers(req, request, { who: words.choose_who })
  if (!canReceiveParts(other)) throw notFound()
  const typed = parseEmail(textOf(request.form, "email"))
  const email_fault = other.invitation ? undefined : emailFault(req, other, typed)
  const faults: Faults = {
    ...(chosen.length === 0 && { parts: words.choose_part }),
    ...(email_fault && { email: email_fault }),
  }
  if (Object.keys(faults).length > 0) return showHandovers(req, request, faults)
  const email = typed.kind === "value" ? typed.value : ""
  const invitation_id = other.invitation?.id ?? (await inviteOtherClient(req, other, email))
  return saveHandover(req, { chosen, invitation_id, name: other.name })
}

async function handOverToHelper(
  req: PageRequest,
  request: RoutedRequest,
  chosen: readonly Section[],
  free: readonly Section[],
): Promise<View | Redirect> {
  if (!mayAskHelpers(req)) throw notFound()
  const words = req.words.handover
  const read = parseHelper(req, request)
  const part_fault =
    chosen.length === 0
      ? words.choose_part
      : !chosen.every(isForHelpers) && words.helper_parts(namesOf(free.filter(isForHelpers), req))
  if (read.faults || part_fault)
    return showHandovers(req, request, { ...(part_fault && { parts: part_fault }), ...read.faults })
  const { name, days, line } = read.helper
  const invitation_id = await inviteHelper(req, read.helper)
  return saveHandover(req, { chosen, invitation_id, name, helper: { days, line } })
}

async function saveHandover(
  { tx, parts, matter }: PageRequest,
  given: {
    chosen: readonly Section[]
    invitation_id: string
    name: string
    helper?: { days: number; line: string }
  },
): Promise<Redirect> {
  const { chosen, invitation_id, name, helper } = given
  await handOver(tx, parts, {
    matter_id: matter.id,
    section_ids: chosen.map(({ id }) => id),
    invitation_id,
    label: `${name}: ${chosen.map(({ title }) => textIn(title, "en")).join(", ")}`,
    ...(helper && { helper }),
  })
  return { to: "/portal", done: { key: "part_handed", name } }
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

/** Creates the other client's invitation and emails it. */
async function inviteOtherClient(
  req: PageRequest,
  { party, name }: OtherClient,
  email: string,
): Promise<string> {
  const { tx, parts, matter } = req
  const { id } = await createInvitation(tx, parts, { matter_id: matter.id, party, email, first_name: name })
  await recordAudit(tx, "invitation_created", { matter_id: matter.id, record_id: id, label: email })
  await sendInvitation(tx, parts, id)
  return id
}

/** Gives a part back, or takes it back, whichever the client may do. */
export async function endOneHandover(req: PageRequest, request: RoutedRequest): Promise<Redirect | View> {
  const { tx, parts, matter, client } = req
  const id = request.params.handover_id ?? ""
  const open = await openHandovers(req)
  const handover = open.find((each) => each.id === id)
  const isTheirs = [handover?.user_id, handover?.given_by].includes(client.user_id)
  if (!handover || !isTheirs) return { to: "/portal" }
  const label = textIn(handover.section.title, "en")
  const how = await endHandover(tx, parts, { matter_id: matter.id, id, label })
  if (client.is_limited && open.length === 1) return thanksView(req)
  const name = how === "given_back" ? handover.given_by_name : handover.name
  return { to: "/portal", done: { key: `part_${how}`, name } }
}
