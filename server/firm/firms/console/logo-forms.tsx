// The forms that upload and remove the firm's logo.
import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { FirmLogo, type FirmLogoProps } from "../../../web/ui/components/firm-logo.tsx"
import { changeLogo, shownLogo, storeLogo } from "../logo/logo.ts"

export const logoUrl = "/console/settings/firm/logo"
export const firmUrl = "/console/settings/firm"

/** The logo as clients see it on light and dark pages. */
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
