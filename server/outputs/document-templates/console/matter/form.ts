// Fills the firm's own templates with a matter: sends one as a Word file, several as a ZIP file.
import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../../../firm/access/console.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import { matterCrumbs } from "../../../../intake/matters/console/frame/frame.tsx"
import { requireMatter } from "../../../../intake/matters/console/frame/require-matter.ts"
import type { Parts } from "../../../../parts.ts"
import { badField, badRequest } from "../../../../platform/errors.ts"
import { createPaths, safeName } from "../../../../platform/files/safe-names.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { checkbox, checkboxes } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import type { FormPage } from "../../../../web/console/forms/form-page.tsx"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { RawResponse } from "../../../../web/console/view.tsx"
import { zipOf } from "../../../exports/zip.ts"
import {
  type DocumentTemplate,
  getTemplate,
  listTemplates,
  readTemplate,
  template_type,
} from "../../document-templates.ts"
import type { FilledTemplate } from "../../fill-template.ts"
import { readValues } from "../../values.ts"
import { fillTemplate } from "../../word-work.ts"

/** Enough for one occasion: a letter, an agreement and a few deeds. */
const max_templates = 20

export function matterTemplateRoutes(console: Console): void {
  console.form("/console/matters/:matter_id/document-templates", templatesForm)
}

const templatesForm = form({
  open: async (req, refused) => {
    const matter = await requireMatter(req)
    const templates = await listTemplates(req.tx)
    const only = templates.length === 1 ? templates[0]?.id : undefined
    const suggested = req.query.template ?? only
    return {
      title: "Documents from templates",
      tab_title: `Documents from templates: ${matter.name}`,
      breadcrumbs: matterCrumbs(matter),
      lede: "Your own Word files, filled with this matter’s answers. The audit log records that you created them.",
      obstacle: templates.length === 0 ? noTemplates(isAtLeast(req.staff.role, "author")) : undefined,
      fields: {
        template: checkboxes({
          label: "Which templates?",
          hint: "If you choose several, you get one ZIP file. Sensitive answers are masked.",
          options: templates.map(({ id, name }) => ({ value: id, label: name })),
          suggested: suggested ? [suggested] : [],
          missing: "Choose a template.",
        }),
        ...(refused?.faults.some(({ code }) => code === "gaps") && {
          with_gaps: checkbox({
            label: "Create them anyway",
            hint: "Each gap is marked in the document, for example [client.phone: not given].",
          }),
        }),
      },
      record: matter,
      submit: "Create",
      icon: "download",
      cancel: `/console/matters/${matter.id}`,
      cancel_text: "Back to the matter",
    }
  },
  receive: fillTemplates,
  save: async (req, _, { id, name }, documents) => {
    const label = documents.map(({ template }) => template.name).join(", ")
    await recordAudit(req.tx, "documents_produced", { matter_id: id, label })
    return sendFilled(req, name, documents)
  },
})

function noTemplates(isAuthor: boolean): FormPage["obstacle"] {
  const next = isAuthor
    ? {
        text: "Upload a Word file with fields to fill it here.",
        link: "Upload a template",
        href: "/console/settings/document-templates",
      }
    : { text: "Ask an admin of your firm to upload one.", link: "Back to the matter" }
  return { title: "No templates yet", icon: "file", ...next }
}

interface Document extends FilledTemplate {
  template: DocumentTemplate
}

/** Fills the chosen templates between two transactions, since reading the file store may take long. */
async function fillTemplates(
  request: FastifyRequest,
  staff: Staff,
  parts: Parts,
  { template: ids = [] }: { template?: string[] } = {},
): Promise<Document[]> {
  const form = (request.body ?? {}) as Form
  if (ids.length > max_templates)
    throw badField("template", "too_many", `Choose at most ${max_templates} templates.`)
  const { matter_id = "" } = request.params as { matter_id?: string }
  const { values, templates } = await parts.db.forFirm(
    staff.firm_id,
    async (tx) => {
      await requireMatter({ tx, staff, param: () => matter_id })
      return {
        values: await readValues(tx, parts.ring, matter_id),
        templates: await Promise.all(ids.map((id) => getTemplate(tx, id))),
      }
    },
    { user_id: staff.user_id, is_viewer: true },
  )
  const documents: Document[] = []
  for (const template of templates) {
    const file = await readTemplate(parts, staff.firm_id, template)
    documents.push({ template, ...(await fillTemplate(file, values, staff)) })
  }
  const faults = documents
    .filter(({ gaps }) => gaps.length > 0)
    .map(({ template, gaps }) => ({
      param: "template",
      code: "gaps",
      message: `“${template.name}” needs answers that are missing or sensitive in this matter: ${gaps.join(", ")}.`,
    }))
  if (faults.length > 0 && trimmedTextOf(form, "with_gaps") === "") throw badRequest(faults)
  return documents
}

function sendFilled(req: PageRequest, name: string, documents: readonly Document[]): RawResponse {
  const [first, ...others] = documents
  if (first && others.length === 0) {
    return sendDownload({
      filename: `${safeName(name)} ${first.template.name}.docx`,
      content_type: template_type,
      content: Readable.from([first.docx]),
    })
  }
  const pathOf = createPaths()
  const entries = documents.map(({ template, docx }) => ({
    path: pathOf(name, `${template.name}.docx`),
    modified_at: req.tx.now,
    content: async () => Readable.from([docx]),
    compress: false,
  }))
  return sendDownload({
    filename: `${safeName(name)} ${todayOf(req)} documents.zip`,
    content_type: "application/zip",
    content: zipOf(entries),
  })
}
