// The firm's own Word templates.
import { Readable } from "node:stream"
import { assignmentFilter, requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { listMatters } from "../../../intake/matters/list/list.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { isId } from "../../../platform/ids.ts"
import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { dayText, When } from "../../../web/console/times.tsx"
import type { RawResponse, View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import {
  getTemplate,
  listTemplates,
  max_template_bytes,
  readTemplate,
  template_type,
} from "../document-templates.ts"
import { readValues } from "../values.ts"
import { fillTemplate, readParagraphs } from "../word-work.ts"
import { fieldsPage } from "./fields-page.tsx"
import { home, newTemplate, removal, templatesCrumb } from "./template-forms.tsx"

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

async function templatesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const found = findRows(req, home, await listTemplates(req.tx), ({ name }) => name)
  return {
    status: isPastTheEnd(found.list) ? 404 : 200,
    title: "Document templates",
    lede: (
      <>
        Your own Word files, which you can fill in from a matter’s page.{" "}
        <a href={`${home}/fields`}>List of fields</a>
      </>
    ),
    body: (
      <>
        {await newTemplate.section(req, { action: home }, refused)}
        <FoundTable
          found={found}
          find="Name of the template"
          caption="Document templates by name"
          columns={[
            { label: "Template", cell: ({ id, name }) => <a href={`${home}/${id}`}>{name}</a> },
            { label: "Size", align: "end", narrow: true, cell: ({ size }) => bytesText(size) },
            { label: "Uploaded by", cell: ({ uploaded_by_name }) => uploaded_by_name },
            { label: "Uploaded", cell: ({ uploaded_at }) => <When at={uploaded_at} req={req} /> },
          ]}
          empty={
            <EmptyState title="No templates yet" icon="file">
              Add fields such as {"{{client.full_name}}"} to one of your letters and upload it.
            </EmptyState>
          }
        />
      </>
    ),
  }
}

const recent_matters = 100

interface Preview {
  paragraphs: string[]
  gaps: string[]
}

/** Fills the template with the chosen matter between two transactions: it may have to wait for other files. */
async function preparePreview(req: PageRequest): Promise<(() => Promise<Preview>) | undefined> {
  const { tx, staff, parts, param, query } = req
  const matter_id = query.matter_id ?? ""
  if (!isId("matter", matter_id)) return undefined
  const template = await getTemplate(tx, param("template_id"))
  await requireMatter({ tx, staff, param: () => matter_id })
  const values = await readValues(tx, parts.ring, matter_id)
  return async () => {
    const file = await readTemplate(parts, staff.firm_id, template)
    const { docx, gaps } = await fillTemplate(file, values, staff)
    return { paragraphs: await readParagraphs(docx, staff), gaps }
  }
}

async function previewPage(req: PageRequest, refused?: RefusedForm, shown?: Preview): Promise<View> {
  const { tx, staff, param, query } = req
  const template = await getTemplate(tx, param("template_id"))
  const { rows: matters } = await listMatters(tx, assignmentFilter(staff), {
    page: 1,
    limit: recent_matters,
    offset: 0,
  })
  const matter_id = query.matter_id ?? ""
  return {
    title: template.name,
    breadcrumbs: [templatesCrumb],
    actions: (
      <LinkButton href={`${home}/${template.id}/file`} variant="secondary" icon="download">
        Download the template
      </LinkButton>
    ),
    body: (
      <>
        <Card title="Preview with a matter">
          <form method="get">
            <SelectField
              id="matter_id"
              label="Matter"
              hint="The latest matters. For other matters, use the matter’s own page."
              placeholder="Choose a matter"
              value={matter_id}
              options={matters.map(({ id, name, open_date }) => ({
                value: id,
                label: `${name}, opened ${dayText(open_date)}`,
              }))}
            />
            <div class="actions">
              <Button variant="secondary">Show preview</Button>
            </div>
          </form>
        </Card>
        {shown && (
          <>
            <Gaps gaps={shown.gaps} />
            <Card title="Preview">
              {shown.paragraphs.map((paragraph, index) => (
                <p key={`${index}`}>{paragraph}</p>
              ))}
              <p class="hint">Text only. The Word file keeps the formatting of your template.</p>
            </Card>
            <LinkButton
              href={`/console/matters/${matter_id}/document-templates?template=${template.id}`}
              icon="file"
            >
              Create it in this matter
            </LinkButton>
          </>
        )}
        {await removal.section(req, { action: `${home}/${template.id}/removal` }, refused)}
      </>
    ),
  }
}

function Gaps({ gaps }: { gaps: readonly string[] }) {
  if (gaps.length === 0) return <Banner tone="success" title="Every field has a value in this matter." />
  return (
    <Banner tone="warning" title="Some fields have no value in this matter.">
      <List items={gaps.map((gap) => <code>{gap}</code>)} />
    </Banner>
  )
}
