// Fills the firm's own templates with a matter: sends one as a Word file, several as a ZIP file.
import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../../access/console.ts"
import { recordAudit } from "../../../audit/audit.ts"
import {
  type DocumentTemplate,
  getTemplate,
  listTemplates,
  readTemplate,
  template_type,
} from "../../../document-templates/document-templates.ts"
import type { FilledTemplate } from "../../../document-templates/fill-template.ts"
import { readValues } from "../../../document-templates/values.ts"
import { fillTemplate } from "../../../document-templates/word-work.ts"
import { createPaths, safeName } from "../../../exports/file-paths.ts"
import { zipOf } from "../../../exports/zip.ts"
import type { Parts } from "../../../parts.ts"
import { badRequest } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/pages.ts"
import { Actions } from "../../../ui/components/actions.tsx"
import { Button } from "../../../ui/components/button.tsx"
import { Card } from "../../../ui/components/card.tsx"
import { Checkbox } from "../../../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../../ui/components/checkbox-group.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { isAtLeast } from "../../../users/staff-roles.ts"
import { sendDownload } from "../../download.ts"
import { faultAt, type PageRequest, type RefusedForm, textOf, tickedOr } from "../../page-request.ts"
import type { Console } from "../../routing.ts"
import { todayOf } from "../../times.tsx"
import type { RawResponse, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"

/** Enough for one occasion: a letter, an agreement and a few deeds. */
const max_templates = 20

export function matterTemplateRoutes(console: Console): void {
  const form = { show: templatesPage, receive: fillTemplates, act: sendFilled }
  console.form("/console/matters/:matter_id/document-templates", form)
}

async function templatesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const templates = await listTemplates(req.tx)
  const chosen = req.query.template
  return {
    title: "Documents from templates",
    tab_title: `Documents from templates: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    heading: {
      lede: "Your own Word files, filled with this matter’s answers. The audit log records that you created them.",
    },
    refused,
    body:
      templates.length === 0 ? (
        <NoTemplates isAuthor={isAtLeast(req.staff.role, "author")} />
      ) : (
        <Card>
          <form method="post">
            <CheckboxGroup
              id="template"
              label="Which templates?"
              hint="If you choose several, you get one ZIP file. Sensitive answers are masked."
              values={tickedOr(refused, "template", chosen ? [chosen] : [])}
              error={faultAt(refused, "template")}
              options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            />
            {refused?.faults.some(({ code }) => code === "gaps") && (
              <Checkbox
                id="with_gaps"
                label="Create them anyway"
                hint="Each gap is marked in the document, for example [client.phone: not given]."
                checked={false}
              />
            )}
            <Actions>
              <Button icon="download">Create</Button>
              <LinkButton href={`/console/matters/${matter.id}`} variant="quiet">
                Back to the matter
              </LinkButton>
            </Actions>
          </form>
        </Card>
      ),
  }
}

function NoTemplates({ isAuthor }: { isAuthor: boolean }) {
  const upload = isAuthor && (
    <LinkButton href="/console/document-templates/new" icon="upload">
      Upload a template
    </LinkButton>
  )
  return (
    <EmptyState title="No templates yet" icon="file" action={upload}>
      {isAuthor
        ? "Upload a Word file with fields to fill it here."
        : "Ask an admin of your firm to upload one."}
    </EmptyState>
  )
}

interface Document extends FilledTemplate {
  template: DocumentTemplate
}

/** Fills the chosen templates between two transactions, since reading the file store may take long. */
async function fillTemplates(request: FastifyRequest, staff: Staff, parts: Parts): Promise<Document[]> {
  const form = (request.body ?? {}) as Form
  const ids = [...new Set(form.template)]
  if (ids.length === 0) throw fault("required", "Choose a template.")
  if (ids.length > max_templates) throw fault("too_many", `Choose at most ${max_templates} templates.`)
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
    documents.push({ template, ...(await fillTemplate(file, values)) })
  }
  const faults = documents
    .filter(({ gaps }) => gaps.length > 0)
    .map(({ template, gaps }) => ({
      param: "template",
      code: "gaps",
      message: `This matter lacks answers that “${template.name}” needs: ${gaps.join(", ")}.`,
    }))
  if (faults.length > 0 && textOf(form, "with_gaps") === "") throw badRequest(faults)
  return documents
}

async function sendFilled(req: PageRequest, documents: Document[] = []): Promise<RawResponse> {
  const { id, name } = await requireMatter(req)
  const label = documents.map(({ template }) => template.name).join(", ")
  await recordAudit(req.tx, "documents_produced", { matter_id: id, label })
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

function fault(code: string, message: string) {
  return badRequest([{ param: "template", code, message }])
}
