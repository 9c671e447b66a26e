import { recordAudit } from "../../audit/audit.ts"
import { changeFirm, changeSettings, getFirm } from "../../firms/firms.ts"
import { shownLogo } from "../../firms/logo/logo.ts"
import { changeInvitationDays } from "../../matters/invitation-expiry.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { changeStalledDays } from "../../queues/queue.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { isHexColor } from "../../ui/theme.ts"
import {
  faultAt,
  fieldOf,
  type PageRequest,
  type RefusedForm,
  textOf,
  tickedOr,
  typedOr,
} from "../page-request.ts"
import { readLine } from "../read-text.ts"
import type { Console } from "../routing.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { PageResponse, View } from "../view.tsx"
import { ClientChoices, readClientChoices, storedClientChoices } from "./client-choices.tsx"
import { ColorSample } from "./color-sample.tsx"
import { DaysCards, ReplyDaysField, readDays, storedDays, storedReplyDays } from "./days.tsx"
import { logoUrl } from "./logo-pages.tsx"
import { LogoSample } from "./logo-sample.tsx"
import { ReplyAddressField, readReplyAddress, storedReplyAddress } from "./reply-address.tsx"
import { readStartPageText, StartPageTextCard, storedStartPageText } from "./start-page-text.tsx"
import { isTimeZone, timeZones } from "./time-zones.ts"
import { WebsiteCard } from "./website-card.tsx"

export function firmPages(console: Console): void {
  console.form("/console/firm", { show: firmPage, act: saveFirm, stored: storedFirm }, { admin: true })
}

async function storedFirm({ tx }: PageRequest): Promise<StoredField[]> {
  const { name, contact_line, locale, time_zone, color, settings } = await getFirm(tx)
  return [
    { name: "name", label: "Name", value: name },
    { name: "contact_line", label: "Contact line", value: contact_line },
    storedReplyAddress({ settings }),
    { name: "locale", label: "Language of emails to clients", value: locale, show: languageWords },
    { name: "time_zone", label: "Time zone", value: time_zone },
    storedReplyDays({ settings }),
    ...storedClientChoices(settings),
    { name: "color", label: "Your firm’s color", value: color },
    {
      name: "require_second_factor",
      label: "Everyone signs in with two-factor authentication",
      value: settings.require_second_factor === true ? "true" : "",
      show: () => "Yes",
    },
    ...storedDays({ settings }),
    ...storedStartPageText(settings),
  ]
}

const languageWords = (locale: string) => (locale === "es" ? "Español" : "English")

async function firmPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { staff } = req
  const { firm } = staff
  const color = typedOr(refused, "color", firm.color)
  const logo = shownLogo(firm.logo_file)
  return {
    title: "Settings",
    heading: { lede: "How clients see your firm, and how staff sign in." },
    refused,
    islands: ["copy"],
    body: (
      <form method="post" class="stack">
        <Seen req={req} />
        <Card title="Logo">
          {logo ? <LogoSample logo={logo} name={firm.name} /> : <p>Your firm’s name is shown as text.</p>}
          <Actions>
            <LinkButton href={logoUrl} variant="secondary" small>
              {logo ? "Replace the logo" : "Add a logo"}
            </LinkButton>
            {logo && (
              <LinkButton href={`${logoUrl}/removal`} variant="quiet" small>
                Remove the logo
              </LinkButton>
            )}
          </Actions>
        </Card>
        <Card title="The firm">
          <TextField
            {...fieldOf(refused, "name", firm.name)}
            label="Name"
            hint="Shown on every page and email that clients see."
            maxlength={200}
            autocomplete="organization"
          />
          <TextField
            {...fieldOf(refused, "contact_line", firm.contact_line)}
            label="Contact line"
            hint="Tells clients how to reach you, at the bottom of every page: “Call Ruth Pryce at 512-555-0142.”"
            maxlength={300}
            autocomplete="off"
          />
          <ReplyAddressField firm={firm} refused={refused} />
          <SelectField
            id="locale"
            label="Language of emails to clients"
            hint="In the portal each client picks a language."
            value={typedOr(refused, "locale", firm.locale)}
            options={[
              { value: "en", label: "English" },
              { value: "es", label: "Español" },
            ]}
          />
          <SelectField
            {...fieldOf(refused, "time_zone", firm.time_zone)}
            label="Time zone"
            options={timeZones}
          />
          <ReplyDaysField firm={firm} refused={refused} />
          <ClientChoices firm={firm} refused={refused} />
        </Card>
        <Card title="Color">
          <TextField
            id="color"
            label="Your firm’s color"
            hint="# and six digits. We make it light or dark enough to read, whatever you choose."
            value={color}
            error={faultAt(refused, "color")}
            autocomplete="off"
            spellcheck={false}
            maxlength={7}
            width={10}
          />
          <ColorSample color={isHexColor(color) ? color : firm.color} />
        </Card>
        <Card title="Signing in">
          <Checkbox
            id="require_second_factor"
            label="Require two-factor authentication"
            hint="Colleagues who have not set it up have to do so the next time they sign in."
            checked={
              tickedOr(
                refused,
                "require_second_factor",
                firm.settings.require_second_factor === true ? ["true"] : [],
              ).length > 0
            }
          />
        </Card>
        <WebsiteCard req={req} />
        <StartPageTextCard firm={firm} refused={refused} />
        <DaysCards firm={firm} refused={refused} />
        <Actions>
          <Button>Save</Button>
        </Actions>
      </form>
    ),
  }
}

async function saveFirm(req: PageRequest): Promise<PageResponse> {
  const { tx, staff, form } = req
  const faults: Fault[] = []
  const name = readLine(form, { param: "name", label: "Name", max: 200 }, faults)
  const contact_line = readLine(form, { param: "contact_line", label: "Contact line", max: 300 }, faults)
  const color = textOf(form, "color").toLowerCase()
  const locale = textOf(form, "locale") === "es" ? "es" : "en"
  const time_zone = textOf(form, "time_zone")
  const fault = (param: string, message: string) => faults.push({ param, code: "unknown_value", message })
  if (name === "" && faults.every(({ param }) => param !== "name")) fault("name", "Enter the firm’s name.")
  if (!isHexColor(color)) fault("color", "Enter the color as # and six digits, like #1f5c4d.")
  if (!isTimeZone(time_zone)) fault("time_zone", "Choose a time zone from the list.")
  const { reply_days, stalled_days, invitation_days } = readDays(req, faults)
  const reply_address = readReplyAddress(req, faults)
  const start_page_text = readStartPageText(req, faults)
  if (faults.length > 0) throw badRequest(faults)
  await changeFirm(tx, { name, contact_line, color, locale, time_zone })
  await changeSettings(tx, staff.firm_id, {
    require_second_factor: Boolean(form.require_second_factor),
    reply_address,
    reply_days,
    ...readClientChoices(form),
    start_page_text,
  })
  await changeStalledDays(tx, staff.firm_id, stalled_days)
  await changeInvitationDays(tx, staff.firm_id, invitation_days)
  await recordAudit(tx, "firm_changed", { record_id: staff.firm_id, label: name })
  return { to: "/console/firm", flash: { done: "firm_changed" } }
}
