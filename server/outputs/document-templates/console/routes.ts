// The firm's own Word templates.
import { Readable } from "node:stream"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { RawResponse } from "../../../web/console/view.tsx"
import { getTemplate, max_template_bytes, readTemplate, template_type } from "../document-templates.ts"
import { fieldsPage } from "./fields-page.tsx"
import { templatesPage } from "./list-page.tsx"
import { preparePreview, previewPage } from "./preview-page.tsx"
import { home, newTemplate, removal } from "./template-forms.tsx"

const author = { author: true } as const
const template = `${home}/:template_id`

export function documentTemplatePages(console: Console): void {
  console.page(`${home}/fields`, fieldsPage, author)
  console.page(template, { prepare: preparePreview, show: previewPage }, author)
  console.page(`${template}/file`, sendTemplate, author)
  console.form(`${template}/removal`, onPage(template, previewPage, removal), author)
}

export function documentTemplateUpload(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_template_bytes }, (console) => {
    console.form(home, onPage(undefined, templatesPage, newTemplate), author)
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
