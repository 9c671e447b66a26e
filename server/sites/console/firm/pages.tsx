// The firm's own settings, in short forms that each save alone, on the pages where people look for them.

import { blankFirm, firmFields } from "../../../firm/firms/console/fields.tsx"
import {
  ColorSample,
  firmUrl,
  LogoSample,
  logoForm,
  logoRemoval,
  logoUrl,
} from "../../../firm/firms/console/logo-forms.tsx"
import { settingsForm } from "../../../firm/firms/console/settings-form.ts"
import { changeFirm, changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { shownLogo } from "../../../firm/firms/logo/logo.ts"
import { max_logo_bytes } from "../../../firm/firms/logo/shape.ts"
import { stagesForm, stagesUrl } from "../../../intake/matters/console/board/stages-form.tsx"
import { linkFormUrl } from "../../../intake/matters/invitations/own-links.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { form, onPage } from "../../../web/console/forms/form.ts"
import { shownIn } from "../../../web/console/forms/form-page.tsx"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import type { View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { isHexColor } from "../../../web/ui/theme.ts"

const linksLabel = "Page where clients request their link"
const portalUrl = "/console/settings/portal"
const startPagesUrl = `${portalUrl}/start-pages`
const admin = { admin: true }

export function firmPages(console: Console): void {
  console.form(firmUrl, onPage(undefined, firmPage, aboutForm), admin)
  console.form(stagesUrl, onPage(firmUrl, firmPage, stagesForm), admin)
  console.form(portalUrl, onPage(undefined, portalPage, portalForm), admin)
  console.form(startPagesUrl, onPage(portalUrl, portalPage, startPagesForm), admin)
  const { about, color, portal, startPages } = firmFields(blankFirm)
  registerSettings(firmUrl, {
    ...about,
    ...color,
    logo: { label: "Logo" },
    "stages-form": { label: "Stages of a matter" },
  })
  registerSettings(portalUrl, { ...portal, links: { label: linksLabel }, ...startPages })
}

export function logoPages(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_logo_bytes }, (console) => {
    console.form(logoUrl, onPage(firmUrl, firmPage, logoForm), admin)
    console.form(`${logoUrl}/removal`, onPage(firmUrl, firmPage, logoRemoval), admin)
  })
}

async function firmPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const logo = shownLogo(req.staff.firm.logo_file)
  return {
    title: "Firm",
    lede: "How clients and colleagues see your firm, and the stages of its work.",
    body: (
      <>
        {await aboutForm.section(req, { action: firmUrl, isCard: true }, refused)}
        {await stagesForm.section(req, { action: stagesUrl, isCard: true }, refused)}
        <Card title="Logo">
          {logo ? (
            <LogoSample logo={logo} name={req.staff.firm.name} />
          ) : (
            <p>Your firm’s name is shown as text.</p>
          )}
          {await logoForm.section(req, { action: logoUrl }, refused)}
          {logo && (await logoRemoval.section(req, { action: `${logoUrl}/removal` }, refused))}
        </Card>
      </>
    ),
  }
}

async function portalPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Client portal",
    lede: "What clients can do, and how they get in.",
    islands: ["copy"],
    body: (
      <>
        {await portalForm.section(req, { action: portalUrl, isCard: true }, refused)}
        <WebsiteCard req={req} />
        {await startPagesForm.section(req, { action: startPagesUrl, isCard: true }, refused)}
      </>
    ),
  }
}

/** The address of the portal's link form, for the firm's website. */
function WebsiteCard({ req: { staff, parts } }: { req: PageRequest }) {
  return (
    <Card title="For your website">
      <CopyField
        id="links"
        label={linksLabel}
        hint="A person who enters an email address you have invited gets the links by email. The page never reveals whether it knows an address."
        value={`${parts.base_url}${linkFormUrl(staff.firm.place)}`}
      />
      {!parts.config.smtp_url && <p>No email is sent here, so no one gets links this way.</p>}
    </Card>
  )
}

const aboutForm = form({
  edits: true,
  open: async ({ tx }, refused) => {
    const firm = await getFirm(tx)
    const { about, color } = firmFields(firm)
    const [shade = ""] = shownIn("color", color.color, refused)
    return {
      title: "The firm",
      fields: { ...about, ...color },
      layout: (show) => (
        <>
          {show(about)}
          {show(color)}
          <ColorSample color={isHexColor(shade) ? shade : firm.color} />
        </>
      ),
      record: firm.id,
      // Saving a time zone that no one has chosen yet confirms it.
      acts_anyway: firm.settings.time_zone_chosen !== true,
      submit: "Save",
    }
  },
  save: async ({ tx }, { color, second_color, headlines, ...about }, firm_id) => {
    await changeFirm(tx, { ...about, color: color.toLowerCase() })
    await changeSettings(tx, firm_id, { second_color, headlines })
    return { done: "firm_changed", about: { record_id: firm_id, label: about.name } }
  },
})

const portalForm = settingsForm(
  "portal",
  { title: "What clients can do", to: portalUrl },
  async (tx, firm_id, { locale, reply_days, ...settings }) => {
    await changeFirm(tx, { locale })
    await changeSettings(tx, firm_id, { ...settings, reply_days: Number(reply_days) })
  },
)

const startPagesForm = settingsForm(
  "startPages",
  { title: "Start pages", to: portalUrl },
  (tx, firm_id, { start_page_text_en: en, start_page_text_es: es }) =>
    changeSettings(tx, firm_id, { start_page_text: { en, es } }),
)
