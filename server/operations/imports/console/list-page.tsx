import { isPastTheEnd, PagedTable, readPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { type ImportRow, listImports } from "../imports.ts"

export const home = "/console/imports"
export const importsCrumb = { text: "Imported matters", href: home }

export async function importsPage(req: PageRequest): Promise<View> {
  const { rows, list } = await readPage(req, { home, limit: 50 }, (page) => listImports(req.tx, page))
  const upload = (
    <LinkButton href={`${home}/new`} icon="upload">
      Import matters
    </LinkButton>
  )
  return {
    title: "Imported matters",
    status: isPastTheEnd(list) ? 404 : 200,
    heading: {
      lede: "Matters and people imported from another program’s table.",
      actions: list.count > 0 && upload,
    },
    body: (
      <PagedTable
        list={list}
        pages="Pages of imports"
        caption="Imports, latest first"
        columns={[
          { label: "File", primary: true, cell: (one) => <a href={`${home}/${one.id}`}>{one.filename}</a> },
          { label: "State", narrow: true, cell: (one) => <ImportTag state={one.state} /> },
          {
            label: "Matters",
            align: "end",
            cell: (one) => one.matter_ids.length || "",
          },
          { label: "Uploaded by", cell: (one) => one.created_by_name },
          { label: "Uploaded", cell: (one) => <When at={one.created_at} req={req} /> },
        ]}
        records={rows}
        empty={
          <EmptyState title="Nothing imported yet" icon="upload" action={upload}>
            You see all faults of a file before anything is created, and you can undo an import.
          </EmptyState>
        }
      />
    ),
  }
}

export function ImportTag({ state }: Pick<ImportRow, "state">) {
  const [text, tone] = stateTags[state]
  return <Tag tone={tone}>{text}</Tag>
}

const stateTags: Record<ImportRow["state"], readonly [text: string, tone?: "success" | "info"]> = {
  planning: ["Being read", "info"],
  open: ["Not created yet", "info"],
  creating: ["Being created", "info"],
  created: ["Created", "success"],
  undone: ["Undone"],
}
