// A helper for some parts: the fields that name them, their invitation, and their home page.

import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { textIn } from "../../../definition/text.ts"
import { dateIn, displayDate } from "../../../definition/values/dates.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { hasAddress } from "../../../definition/values/typed-addresses.ts"
import { parseLine } from "../../../definition/values/typed-text.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { textOf } from "../../../web/portal/form.ts"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { createInvitation, findHelperInvitation } from "../../matters/invitations/invitations.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { ReadOnlyBanner } from "../../portal/sections/read-only.tsx"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import { sectionUrl } from "../../portal/sections/section.tsx"
import { visibleSections } from "../../portal/sections/section-pages.ts"
import type { View } from "../../portal/view.tsx"
import { type Faults, openHandovers, requestCards } from "./visible-handovers.tsx"

const days = [7, 14, 30] as const
const max_name_characters = 100
const max_line_characters = 300

export function HelperFields({
  req,
  request,
  faults,
}: {
  req: PageRequest
  request: RoutedRequest
  faults: Faults
}) {
  const words = req.words.handover
  const typed = (name: string) => textOf(request.form, name)
  return (
    <>
      <TextField
        id="helper_name"
        label={words.helper_name}
        autocomplete="off"
        maxlength={max_name_characters}
        value={typed("helper_name")}
        error={faults.helper_name}
      />
      <TextField
        id="helper_email"
        type="email"
        label={words.helper_email}
        autocomplete="off"
        maxlength={254}
        value={typed("helper_email")}
        error={faults.helper_email}
      />
      <TextField
        id="helper_line"
        label={words.helper_line}
        optional={req.words.frame.optional}
        autocomplete="off"
        maxlength={max_line_characters}
        value={typed("helper_line")}
        error={faults.helper_line}
      />
      <SelectField
        id="helper_days"
        label={words.helper_days}
        value={typed("helper_days") ?? "14"}
        options={days.map((count) => ({ value: String(count), label: words.days(count) }))}
      />
    </>
  )
}

export interface Helper {
  name: string
  email: string
  line: string
  days: number
}

/** The helper that the form names, or the form's faults. */
export function parseHelper(
  { words: { handover }, client, lang }: PageRequest,
  { form }: RoutedRequest,
): { helper: Helper; faults?: undefined } | { faults: Faults } {
  const fault_texts: Record<string, string> = {}
  const lineOf = (name: "helper_name" | "helper_line", max_characters: number) => {
    const parsed = parseLine(textOf(form, name) ?? "", max_characters)
    if (parsed.kind === "fault") fault_texts[name] = faultSentence(parsed.fault, handover[name], lang)
    else if (parsed.kind === "value" && hasAddress(parsed.value)) fault_texts[name] = handover.no_address
    return parsed.kind === "value" ? parsed.value : ""
  }
  const [name, line] = [
    lineOf("helper_name", max_name_characters),
    lineOf("helper_line", max_line_characters),
  ]
  const typed = parseEmail(textOf(form, "helper_email"))
  const email = typed.kind === "value" ? typed.value : ""
  const email_fault =
    typed.kind === "fault"
      ? faultSentence(typed.fault, handover.helper_email, lang)
      : email === ""
        ? handover.email_missing
        : email.toLowerCase() === client.email.toLowerCase() && handover.email_own
  const faults: Faults = {
    ...(name === "" && { helper_name: handover.helper_name_missing }),
    ...(email_fault && { helper_email: email_fault }),
    ...fault_texts,
  }
  if (Object.keys(faults).length > 0) return { faults }
  const chosen = days.find((count) => String(count) === textOf(form, "helper_days")) ?? 14
  return { helper: { name, email, line, days: chosen } }
}

/** The ID of the helper's invitation: the one that the address has, or a new one. */
export async function inviteHelper(req: PageRequest, helper: Helper): Promise<string> {
  const { tx, parts, matter } = req
  const { name, email } = helper
  const existing = await findHelperInvitation(tx, matter.id, email)
  if (existing) return existing.id
  const { id } = await createInvitation(tx, parts, {
    matter_id: matter.id,
    party: "helper",
    email,
    first_name: name,
    is_for_parts: true,
  })
  await recordAudit(tx, "invitation_created", { matter_id: matter.id, record_id: id, label: email })
  return id
}

/** The home page of a helper: only the parts they were asked to fill in, to read once these can't be changed. */
export async function showHelperHome(req: PageRequest): Promise<View> {
  const words = req.words.handover
  const last = (await openHandovers(req))
    .flatMap(({ expires_at }) => expires_at ?? [])
    .toSorted((a, b) => +b - +a)[0]
  const day = last && displayDate(dateIn(req.firm.time_zone, last), req.lang)
  return {
    title: words.yours,
    body: (
      <>
        <PageHeading title={words.yours} lede={day && words.lede_helper(day)} />
        {await requestCards(req)}
        <ReadOnlyBanner req={req} />
        {!req.may_edit &&
          visibleSections(req).map(({ id, title }) => (
            <p key={id}>
              <a class="card-link" href={sectionUrl(id)}>
                {textIn(title, req.lang)}
              </a>
            </p>
          ))}
      </>
    ),
  }
}

/** Shown to a helper who has given back their last part, which ends their access. */
export function thanksView({ words: { handover } }: PageRequest): View {
  const { thanks_title, thanks } = handover
  return { title: thanks_title, body: <PageHeading title={thanks_title} lede={thanks} /> }
}
