// The pages that upload and remove the firm's logo.
import type { FastifyRequest } from "fastify"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import { openFileForms, readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { faultAt, type PageRequest, type RefusedForm } from "../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { FileField } from "../../../web/ui/components/file-field.tsx"
import type { Staff } from "../../access/console.ts"
import { recordAudit } from "../../audit/audit.ts"
import type { LogoFile } from "../firms.ts"
import { changeLogo, shownLogo, storeLogo } from "../logo/logo.ts"
import { max_logo_bytes } from "../logo/shape.ts"
import { LogoSample, logoUrl } from "./logo-sample.tsx"

const crumb = { text: "Settings", href: "/console/firm" }

export function logoPages(root: App, parts: Parts): void {
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
    heading: { lede: "Shown at the top of every page your clients see, and of the copy they save." },
    refused,
    body: (
      <>
        {logo && (
          <Card title="Current logo">
            <LogoSample logo={logo} name={staff.firm.name} />
          </Card>
        )}
        <Card title={logo ? "Replace it" : undefined}>
          <CancelableForm encType="multipart/form-data" cancel={crumb.href} submit="Upload">
            <FileField
              id="logo"
              label="Picture"
              hint="PNG or JPEG, at most 1 MB; 600 pixels wide is enough. On dark pages the logo has a light background. Your firm’s name appears next to a narrow logo."
              accept=".png,.jpg,.jpeg,image/png,image/jpeg"
              error={faultAt(refused, "logo")}
            />
          </CancelableForm>
        </Card>
        <p>Emails show your firm’s name as text, because most mail programs do not load images.</p>
      </>
    ),
  }
}

async function receiveLogo(request: FastifyRequest, staff: Staff, parts: Parts): Promise<LogoFile> {
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
        <p>Pages and copies will show your firm’s name as text again.</p>
        <CancelableForm cancel={logoUrl} variant="danger" submit="Remove" />
      </Card>
    ),
  }
}

async function removeLogo({ tx, staff }: PageRequest): Promise<PageResponse> {
  await changeLogo(tx, null)
  await recordAudit(tx, "logo_removed", { record_id: staff.firm_id })
  return { to: crumb.href, flash: { done: "logo_removed" } }
}
