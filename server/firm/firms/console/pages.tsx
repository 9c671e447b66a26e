import { form } from "../../../web/console/forms/form.ts"
import { shownIn } from "../../../web/console/forms/form-page.tsx"
import type { Console } from "../../../web/console/routing.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { isHexColor } from "../../../web/ui/theme.ts"
import { changeFirm, changeSettings, getFirm } from "../firms.ts"
import { shownLogo } from "../logo/logo.ts"
import { ColorSample } from "./color-sample.tsx"
import { firmFields } from "./fields.ts"
import { LogoCard } from "./logo-sample.tsx"
import { WebsiteCard } from "./website-card.tsx"

export function firmPages(console: Console): void {
  console.form("/console/firm", settingsForm, { admin: true })
}

const settingsForm = form({
  edits: true,
  open: async (req, refused) => {
    const firm = await getFirm(req.tx)
    const { about, color, signingIn, startPages, invitations, home } = firmFields(firm)
    const [shade = ""] = shownIn("color", color.color, refused)
    return {
      title: "Settings",
      heading: { lede: "How clients see your firm, and how staff sign in." },
      islands: ["copy"],
      fields: { ...about, ...color, ...signingIn, ...startPages, ...invitations, ...home },
      layout: (show) => (
        <>
          <LogoCard logo={shownLogo(firm.logo_file)} name={firm.name} />
          <Card title="The firm">{show(about)}</Card>
          <Card title="Color">
            {show(color)}
            <ColorSample color={isHexColor(shade) ? shade : firm.color} />
          </Card>
          <Card title="Signing in">{show(signingIn)}</Card>
          <WebsiteCard req={req} />
          <Card title="Start pages" id="start_pages">
            {show(startPages)}
          </Card>
          <Card title="Invitations">{show(invitations)}</Card>
          <Card title="Home">{show(home)}</Card>
        </>
      ),
      record: firm.id,
      submit: "Save",
    }
  },
  save: async ({ tx }, values, firm_id) => {
    const { name, contact_line, color, locale, time_zone, ...more } = values
    const { reply_days, start_page_text_en: en, start_page_text_es: es, ...settings } = more
    await changeFirm(tx, { name, contact_line, color: color.toLowerCase(), locale, time_zone })
    await changeSettings(tx, firm_id, {
      ...settings,
      reply_days: Number(reply_days),
      start_page_text: { en, es },
    })
    return { done: "firm_changed", about: { record_id: firm_id, label: name } }
  },
})
