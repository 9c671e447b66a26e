import { assignmentFilter, requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { listMatters } from "../../../intake/matters/list/list.ts"
import { isId } from "../../../platform/ids.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { dayText } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { getTemplate, readTemplate } from "../document-templates.ts"
import { readValues } from "../values.ts"
import { fillTemplate, readParagraphs } from "../word-work.ts"
import { home, removal, templatesCrumb } from "./template-forms.tsx"

const recent_matters = 100

interface Preview {
  paragraphs: string[]
  gaps: string[]
}

/** Fills the template with the chosen matter between two transactions: it may have to wait for other files. */
export async function preparePreview(req: PageRequest): Promise<(() => Promise<Preview>) | undefined> {
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

/** A template, with a preview for any matter. */
export async function previewPage(req: PageRequest, refused?: RefusedForm, shown?: Preview): Promise<View> {
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
    heading: {
      actions: (
        <LinkButton href={`${home}/${template.id}/file`} variant="secondary" icon="download">
          Download the template
        </LinkButton>
      ),
    },
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
