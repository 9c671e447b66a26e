import { recordAudit } from "../../audit/audit.ts"
import { parseEmail } from "../../definition/email-and-phone.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import { textIn } from "../../definition/text.ts"
import { endHandover, handOver } from "../../handovers/handovers.ts"
import { sendInvitation } from "../../matters/invitation-mail.ts"
import { createInvitation } from "../../matters/invitations.ts"
import { notFound } from "../../platform/errors.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { textOf } from "../form.ts"
import { PageForm } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import { visibleSections } from "../section-pages.ts"
import { momentIn } from "../time.ts"
import type { Redirect, View } from "../view.tsx"
import { handoversUrl } from "./addresses.ts"
import { findOtherClient, type OtherClient } from "./partner.ts"
import { EndForm, mayHandOver, openHandovers, withOthers } from "./shown.tsx"

type Faults = Partial<Record<"parts" | "email", string>>

/** What is with whom, and the form that asks somebody to fill in parts. */
export async function showHandovers(
  req: PageRequest,
  request: RoutedRequest,
  faults: Faults = {},
): Promise<View> {
  const other = await findOtherClient(req)
  if (!other || !(await mayHandOver(req))) throw notFound()
  const { words, lang, firm } = req
  const open = await withOthers(req)
  const free = await freeSections(req)
  const chosen = request.form.parts ?? [request.query.part ?? ""]
  const mayAsk = other.invitation !== undefined || other.may_invite
  const errors = Object.entries(faults).map(([href, text]) => ({ href, text }))
  return {
    title: words.handover.title,
    back: { href: "/portal", text: words.section.overview },
    status: errors.length > 0 ? 422 : 200,
    errors,
    body: (
      <>
        <PageHeading
          caption={req.matter.questionnaire_title}
          title={words.handover.title}
          lede={words.handover.lede}
        />
        {open.length > 0 && (
          <Card title={words.handover.list_title} flush>
            <SummaryList
              rows={open.map((each) => ({
                id: each.id,
                key: each.title,
                value: (
                  <>
                    <p>{words.handover.with(each.name)}</p>
                    <p class="hint">{words.handover.since(momentIn(each.given_at, req))}</p>
                    <EndForm handover={each} req={req} />
                  </>
                ),
              }))}
            />
          </Card>
        )}
        {!mayAsk && <Notice>{words.handover.no_link(other.name, firm.name)}</Notice>}
        {mayAsk && free.length === 0 && <Notice>{words.handover.none_left}</Notice>}
        {mayAsk && free.length > 0 && (
          <PageForm action={handoversUrl} words={words} submit={words.handover.submit(other.name)}>
            <CheckboxGroup
              id="parts"
              label={words.handover.parts_label}
              error={faults.parts}
              values={chosen}
              options={free.map(({ id, title }) => ({ value: id, label: textIn(title, lang) }))}
            />
            <p>{words.handover.partner(other.name)}</p>
            {!other.invitation && (
              <TextField
                id="email"
                type="email"
                label={words.handover.partner_email(other.name)}
                hint={words.handover.partner_email_hint}
                autocomplete="off"
                value={textOf(request.form, "email")}
                error={faults.email}
                maxlength={254}
              />
            )}
          </PageForm>
        )}
      </>
    ),
  }
}

/** Parts that show, that nobody answers alone, and that are with nobody. */
async function freeSections(req: PageRequest) {
  const open = await openHandovers(req)
  return visibleSections(req).filter(
    ({ id }) => !req.alone.has(id) && !open.some(({ section_id }) => section_id === id),
  )
}

/** Asks whom the form names to fill in the parts it names. */
export async function askForParts(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const { words, tx, parts, matter } = req
  const other = await findOtherClient(req)
  if (!other || !(await mayHandOver(req))) throw notFound()
  const chosen = (await freeSections(req)).filter(({ id }) => request.form.parts?.includes(id))
  if (!other.invitation && !other.may_invite) throw notFound()
  const typed = parseEmail(textOf(request.form, "email"))
  const email = typed.kind === "value" ? typed.value : ""
  const email_fault = other.invitation ? undefined : emailFault(req, other, typed)
  const faults: Faults = {
    ...(chosen.length === 0 && { parts: words.handover.choose_part }),
    ...(email_fault && { email: email_fault }),
  }
  if (Object.keys(faults).length > 0) return showHandovers(req, request, faults)
  const invitation_id = other.invitation?.id ?? (await invite(req, other, email))
  await handOver(tx, parts, {
    matter_id: matter.id,
    section_ids: chosen.map(({ id }) => id),
    invitation_id,
    label: `${other.name}: ${chosen.map(({ title }) => textIn(title, "en")).join(", ")}`,
  })
  return { to: "/portal", done: { key: "part_handed", name: other.name } }
}

function emailFault(
  { words: { handover }, client, lang }: PageRequest,
  { name }: OtherClient,
  typed: ReturnType<typeof parseEmail>,
): string | undefined {
  if (typed.kind === "fault") return faultSentence(typed.fault, handover.partner_email(name), lang)
  if (typed.kind !== "value") return handover.email_missing
  return typed.value.toLowerCase() === client.email.toLowerCase() ? handover.email_own : undefined
}

/** Makes the other client's link and mails it. */
async function invite(req: PageRequest, { party, name }: OtherClient, email: string): Promise<string> {
  const { tx, parts, matter } = req
  const { id } = await createInvitation(tx, parts, { matter_id: matter.id, party, email, first_name: name })
  await recordAudit(tx, "invitation_created", { matter_id: matter.id, record_id: id, label: email })
  await sendInvitation(tx, parts, id)
  return id
}

/** Gives a part back, or takes it back. */
export async function endOne(req: PageRequest, request: RoutedRequest): Promise<Redirect> {
  const { tx, parts, matter } = req
  const id = request.params.handover_id ?? ""
  const handover = (await openHandovers(req)).find((each) => each.id === id)
  const isTheirs = [handover?.user_id, handover?.given_by].includes(req.client.user_id)
  if (!handover || !isTheirs) return { to: "/portal" }
  const label = textIn(handover.section.title, "en")
  const how = await endHandover(tx, parts, { matter_id: matter.id, id, label })
  const name = how === "given_back" ? handover.given_by_name : handover.name
  return { to: "/portal", done: { key: `part_${how}`, name } }
}
