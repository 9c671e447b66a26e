// The firm's own Word templates.
import { Readable } from "node:stream"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { RawResponse } from "../../../web/console/view.tsx"
import { getTemplate, max_template_bytes, readTemplate, template_type } from "../document-templates.ts"
import { fieldsPage } from "./fields-page.tsx"
import { home, templatesPage } from "./list-page.tsx"
import { newTemplate } from "./new-page.tsx"
import { previewPage } from "./preview-page.tsx"
import { removal } from "./removal.ts"

const author = { author: true } as const

export function documentTemplatePages(console: Console): void {
  console.page(home, templatesPage, author)
  console.page(`${home}/fields`, fieldsPage, author)
  console.page(`${home}/:template_id`, previewPage, author)
  console.page(`${home}/:template_id/file`, sendTemplate, author)
  console.form(`${home}/:template_id/removal`, removal, author)
}

export function documentTemplateUpload(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_template_bytes }, (console) => {
    console.form(`${home}/new`, newTemplate, author)
  })
}

async function sendTemplate({ tx, staff, parts, param }: PageRequest): Promise<RawResponse> {
  const template = await getTemplate(tx, param("template_id"))
  const file = await readTemplate(parts, staff.firm_id, template)
  return sendDownload({
    filename: `${template.name}.docx`,
    content_type: template_type,
    content: Readable.from([file]),
  })
}
