// The pages that upload and remove the firm's logo.
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { openFileForms, readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { changeLogo, shownLogo, storeLogo } from "../logo/logo.ts"
import { max_logo_bytes } from "../logo/shape.ts"
import { LogoSample, logoUrl } from "./logo-sample.tsx"

const crumb = { text: "Settings", href: "/console/firm" }

export function logoPages(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_logo_bytes }, (console) => {
    console.form(logoUrl, logoForm, { admin: true })
    console.form(`${logoUrl}/removal`, logoRemoval, { admin: true })
  })
}

const logoForm = form({
  open: async ({ staff }) => {
    const logo = shownLogo(staff.firm.logo_file)
    return {
      title: "Logo",
      breadcrumbs: [crumb],
      heading: { lede: "Shown at the top of every page your clients see, and of the copy they save." },
      above: logo && (
        <Card title="Current logo">
          <LogoSample logo={logo} name={staff.firm.name} />
        </Card>
      ),
      card: logo && "Replace it",
      fields: {
        logo: file({
          label: "Picture",
          hint: "PNG or JPEG, at most 1 MB; 600 pixels wide is enough. On dark pages the logo has a light background. Your firm’s name appears next to a narrow logo.",
          accept: ".png,.jpg,.jpeg,image/png,image/jpeg",
        }),
      },
      submit: "Upload",
      cancel: crumb.href,
      below: <p>Emails show your firm’s name as text, because most mail programs do not load images.</p>,
    }
  },
  receive: async (request, staff, parts) =>
    storeLogo(parts, staff.firm_id, (await readUploadedFile(request, "logo")).bytes),
  save: async ({ tx, staff }, _, __, logo) => {
    await changeLogo(tx, logo)
    return { done: "logo_changed", about: { record_id: staff.firm_id } }
  },
})

const logoRemoval = form({
  open: async ({ staff }) => {
    const logo = shownLogo(staff.firm.logo_file)
    return {
      title: "Remove the logo?",
      breadcrumbs: [crumb, { text: "Logo", href: logoUrl }],
      intro: logo && <LogoSample logo={logo} name={staff.firm.name} />,
      text: ["Pages and copies will show your firm’s name as text again."],
      submit: "Remove",
      variant: "danger",
      cancel: logoUrl,
    }
  },
  save: async ({ tx, staff }) => {
    await changeLogo(tx, null)
    return { done: "logo_removed", to: crumb.href, about: { record_id: staff.firm_id } }
  },
})
