import { matterForm } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import { localPath } from "../../../../web/console/next.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { assigneeMenu, dueMenu, filingMenu } from "./filing-menus.tsx"
import { statusMenu } from "./status-menu.tsx"

const menus = {
  status: ["Status", statusMenu],
  assignee: ["Assignee", assigneeMenu],
  due: ["Due day", dueMenu],
  filing: ["Tags, file number and name", filingMenu],
} as const

/** A matter's menus on one page. The island shows each where it belongs; the palette offers what they hold. */
export async function menusPage(req: PageRequest): Promise<View> {
  const matter = await requireMatter(req)
  const { menu, back } = req.query
  const context = {
    home: `/console/matters/${matter.id}`,
    back: back ? localPath(back) : `/console/matters${req.list ? `?${req.list}` : ""}`,
  }
  const named = Object.entries(menus).filter(([name]) => name === menu)
  const shown = named.length > 0 ? named : Object.entries(menus)
  const contents: [string, string, preact.ComponentChildren][] = []
  for (const [name, [title, load]] of shown) contents.push([name, title, await load(req, matter, context)])
  return {
    ...matterForm(matter, "Change the matter"),
    part: contents.map(([, , content]) => content),
    body: contents.map(([name, title, content]) => (
      <Card key={name} title={title} id={name}>
        {content}
      </Card>
    )),
  }
}
