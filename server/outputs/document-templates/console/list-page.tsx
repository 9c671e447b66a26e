import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { listTemplates } from "../document-templates.ts"
import { home, newTemplate } from "./template-forms.tsx"

export async function templatesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const found = findRows(req, home, await listTemplates(req.tx), ({ name }) => name)
  return {
    status: isPastTheEnd(found.list) ? 404 : 200,
    title: "Document templates",
    heading: {
      lede: (
        <>
          Your own Word files, which you can fill in from a matter’s page.{" "}
          <a href={`${home}/fields`}>List of fields</a>
        </>
      ),
    },
    body: (
      <>
        {await newTemplate.section(req, { action: home }, refused)}
        <FoundTable
          found={found}
          find="Name of the template"
          pages="Pages of templates"
          caption="Document templates by name"
          columns={[
            {
              label: "Template",
              primary: true,
              cell: ({ id, name }) => <a href={`${home}/${id}`}>{name}</a>,
            },
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
