// Fills the firm's own templates with a matter: sends one as a Word file, several as a ZIP file.
import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../../../firm/access/console.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { Parts } from "../../../../parts.ts"
import { badRequest } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  textOf,
  tickedOr,
} from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { RawResponse, View } from "../../../../web/console/view.tsx"
import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../../web/ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/checkbox-group.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { createPaths, safeName } from "../../../exports/file-paths.ts"
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
