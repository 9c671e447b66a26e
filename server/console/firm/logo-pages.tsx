// The firm's logo: sent as a file, so that these pages alone take forms with files.
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../access/console.ts"
import { recordAudit } from "../../audit/audit.ts"
import type { LogoFile } from "../../firms/firms.ts"
import { changeLogo, shownLogo, storeLogo } from "../../firms/logo/logo.ts"
import { max_logo_bytes } from "../../firms/logo/shape.ts"
import type { App } from "../../platform/http/app.ts"
import { Card } from "../../ui/components/card.tsx"
import { FileField } from "../../ui/components/file-field.tsx"
import { type ConsoleParts, faultAt, type PageRequest, type RefusedForm } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import { openFileForms, readUploadedFile } from "../uploaded-file.ts"
import type { PageResponse, View } from "../view.tsx"
import { LogoSample } from "./logo-sample.tsx"

export const logoUrl = "/console/firm/logo"
const crumb = { text: "Settings", href: "/console/firm" }

export function logoPages(root: App, parts: ConsoleParts): void {
  openFileForms(root, parts, { max_bytes: max_logo_bytes }, (console) => {
    console.form(logoUrl, { show: logoPage, receive: receiveLogo, act: saveLogo }, { admin: true })
    console.form(`${logoUrl}/removal`, { show: removalPage, act: removeLogo }, { admin: true })
  })
}

async function logoPage({ staff }: PageRequest, refused?: RefusedForm): Promise<View> {
  const logo = shownLogo(staff.firm.logo_file)
  return {
    title: "Logo",
    breadcrumbs: [crumb],
    heading: { lede: "At the top of every page your clients see, and of the copy they keep." },
    refused,
    body: (
      <>
        {logo && (
          <Card title="As it is now">
            <LogoSample logo={logo} name={staff.firm.name} />
          </Card>
        )}
        <Card title={logo ? "Replace it" : undefined}>
          <CancelableForm encType="multipart/form-data" cancel={crumb.href} submit="Upload">
            <FileField
              id="logo"
              label="Picture"
              hint="PNG or JPEG of at most 1 MB; about 600 pixels wide is plenty. On dark pages it lies on a light plate. Your firm’s name appears beside a narrow logo."
              accept=".png,.jpg,.jpeg,image/png,image/jpeg"
              error={faultAt(refused, "logo")}
            />
          </CancelableForm>
        </Card>
        <p>Emails name your firm in words: most mail programs do not load pictures.</p>
      </>
    ),
  }
}

async function receiveLogo(request: FastifyRequest, staff: Staff, parts: ConsoleParts): Promise<LogoFile> {
  const { bytes } = await readUploadedFile(request, "logo")
  return storeLogo(parts, staff.firm_id, bytes)
}

async function saveLogo({ tx, staff }: PageRequest, logo?: LogoFile): Promise<PageResponse> {
  await changeLogo(tx, logo ?? null)
  await recordAudit(tx, "logo_changed", { record_id: staff.firm_id })
  return { to: crumb.href, flash: { done: "logo_changed" } }
}

async function removalPage({ staff }: PageRequest, refused?: RefusedForm): Promise<View> {
  const logo = shownLogo(staff.firm.logo_file)
  return {
    title: "Remove the logo?",
    breadcrumbs: [crumb, { text: "Logo", href: logoUrl }],
    refused,
    body: (
      <Card>
        {logo && <LogoSample logo={logo} name={staff.firm.name} />}
        <p>Pages and copies show your firm’s name in words again.</p>
        <CancelableForm cancel={logoUrl} look="danger" submit="Remove" />
      </Card>
    ),
  }
}

async function removeLogo({ tx, staff }: PageRequest): Promise<PageResponse> {
  await changeLogo(tx, null)
  await recordAudit(tx, "logo_removed", { record_id: staff.firm_id })
  return { to: crumb.href, flash: { done: "logo_removed" } }
}
