// The forms that upload and remove the firm's logo.
import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { FirmLogo, type FirmLogoProps } from "../../../web/ui/components/firm-logo.tsx"
import { backgrounds, contrast, deriveTheme } from "../../../web/ui/theme.ts"
import { changeLogo, shownLogo, storeLogo } from "../logo/logo.ts"

export const logoUrl = "/console/settings/firm/logo"
export const firmUrl = "/console/settings/firm"

export function LogoSample({ logo, name }: { logo: FirmLogoProps; name: string }) {
  return (
    <div class="logo-samples">
      <p class="logo-sample logo-sample-light">
        <FirmLogo logo={logo} name={name} />
      </p>
      <p class="logo-sample logo-sample-dark">
        <FirmLogo logo={logo} name={name} />
      </p>
    </div>
  )
}

export const logoForm = form({
  open: async ({ staff }) => ({
    title: shownLogo(staff.firm.logo_file) ? "Replace the logo" : "Add a logo",
    fields: {
      logo: file({
        label: "Logo",
        hint: "PNG or JPEG, at most 1 MB; 600 pixels wide is enough. On dark pages the logo has a light background. Your firm’s name appears next to a narrow logo. Emails show the name as text, because most mail programs do not load images.",
        accept: ".png,.jpg,.jpeg,image/png,image/jpeg",
      }),
    },
    submit: "Upload",
  }),
  receive: async (request, staff, parts) =>
    storeLogo(parts, staff.firm_id, (await readUploadedFile(request, "logo")).bytes),
  save: async ({ tx, staff }, _, __, logo) => {
    await changeLogo(tx, logo)
    return { done: "logo_changed", to: firmUrl, about: { record_id: staff.firm_id } }
  },
})

export const logoRemoval = form({
  open: async () => ({
    title: "Remove the logo",
    text: ["Pages and copies will show your firm’s name as text again."],
    submit: "Remove",
    variant: "danger",
  }),
  save: async ({ tx, staff }) => {
    await changeLogo(tx, null)
    return { done: "logo_removed", to: firmUrl, about: { record_id: staff.firm_id } }
  },
})

export function ColorSample({ color }: { color: string }) {
  const { brand, light, dark } = deriveTheme(color)
  const own = contrast(brand, backgrounds.light.surface)
  return (
    <>
      <p>
        Its contrast on white is {own.toFixed(1)}
        {"\u00a0:\u00a0"}1. {own >= 4.5 ? "It is used unchanged." : "Text uses a darker shade of it."}
      </p>
      <p class="row">
        <Swatch {...light} paper={backgrounds.light.paper} />
        <Swatch {...dark} paper={backgrounds.dark.paper} />
      </p>
    </>
  )
}

/** An SVG, because our Content-Security-Policy forbids style attributes. */
function Swatch({ accent, on_accent, paper }: { accent: string; on_accent: string; paper: string }) {
  return (
    <svg viewBox="0 0 160 36" width="160" height="36" role="img" aria-label={`Button in ${accent}`}>
      <rect width="160" height="36" rx="6" fill={paper} stroke="#8a8378" />
      <rect x="6" y="6" width="70" height="24" rx="4" fill={accent} />
      <text x="41" y="22.5" font-size="12" font-weight="600" text-anchor="middle" fill={on_accent}>
        Start
      </text>
      <text x="116" y="22.5" font-size="12" text-anchor="middle" fill={accent} text-decoration="underline">
        {accent}
      </text>
    </svg>
  )
}
