import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Tabs } from "../../../../web/ui/components/tabs.tsx"
import { listMatters } from "../../list/list.ts"
import { findNeighbors, type Neighbors } from "../../list/order.ts"
import type { MatterRow } from "../../matter-row.ts"
import { readSummary } from "../../progress/contents.ts"
import { stageName, stagesOf } from "../../stages/stages.ts"
import { readFlags } from "../list/facts.tsx"
import { readListQuery } from "../list/filters.ts"
import { type MatterDetails, MatterHead, PrintedMatter } from "./head.tsx"
import { requireMatter } from "./require-matter.ts"

export type { MatterDetails } from "./head.tsx"

/** Loads the matter of the page's address; throws "not found". */
export async function openMatter(req: PageRequest): Promise<MatterDetails> {
  const matter = await requireMatter(req)
  const [summary, flagsOf, neighbors] = await Promise.all([
    readSummary(req.tx, matter.id),
    readFlags(req, [matter.id]),
    readNeighbors(req, matter.id),
  ])
  const due_text = matter.due_on && shortDayText(matter.due_on, req)
  const stages = stagesOf(req.staff.firm.settings)
  const stage = stages.length > 0 ? stageName(stages, matter.stage_id) : undefined
  return { ...matter, ...flagsOf(matter.id), ...summary, due_text, stage, url: req.url, neighbors }
}

const tabs = [
  ["", "Overview"],
  ["/review", "Review"],
  ["/documents", "Documents", ({ documents }: MatterDetails) => documents],
  ["/conversation", "Conversation", unreadText, "#newest"],
  ["/activity", "Activity"],
] as const
type Tab = (typeof tabs)[number][0]

/** The heading, breadcrumbs and tabs around every page of a matter; `tab` is the current one. */
export function frameOf(
  matter: MatterDetails,
  tab: Tab,
): Pick<
  View,
  "title" | "tab_title" | "printed" | "breadcrumbs" | "neighbors" | "head" | "tabs" | "followed"
> {
  const home = `/console/matters/${matter.id}`
  const tabName = tabs.find(([path]) => path === tab)?.[1] ?? ""
  return {
    title: matter.name,
    tab_title: tab === "" ? matter.name : `${tabName}: ${matter.name}`,
    printed: <PrintedMatter matter={matter} />,
    breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
    neighbors: matter.neighbors && <NeighborLinks neighbors={matter.neighbors} />,
    head: <MatterHead matter={matter} />,
    tabs: (
      <Tabs
        id="matter-tabs"
        label="Parts of this matter"
        items={tabs.map(([path, text, count, position = ""]) => ({
          href: `${home}${path}${position}`,
          text,
          current: path === tab,
          count: count?.(matter),
        }))}
      />
    ),
    followed: { href: `${home}/stamp.txt`, stamp: matter.stamp },
  }
}

function unreadText({ unread_messages }: MatterDetails) {
  return unread_messages > 0 ? `${unread_messages} new` : undefined
}

/** What every form of a matter has: its title, with the matter's name in the browser's tab, and the way back. */
export function matterForm(matter: Pick<MatterRow, "id" | "name">, title: string, tab = `${title}:`) {
  return {
    title,
    tab_title: `${tab} ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    cancel: `/console/matters/${matter.id}`,
  }
}

export function matterCrumbs({ id, name }: Pick<MatterRow, "id" | "name">) {
  return [
    { text: "Matters", href: "/console/matters" },
    { text: name, href: `/console/matters/${id}` },
  ]
}

/** Search results beyond this many have no previous and next links. */
const max_found = 200

/** The previous and next matter in the list that was opened last; undefined if the list lacks this matter. */
async function readNeighbors(req: PageRequest, matter_id: string): Promise<Neighbors | undefined> {
  if (req.list === undefined) return undefined
  const query = readListQuery({ ...req, query: Object.fromEntries(new URLSearchParams(req.list)) })
  if (query.faults.length > 0) return undefined
  const filters = await req.parts.filtersWith(req.tx, query)
  if (!filters.search) return findNeighbors(req.tx, filters, query.order, matter_id)
  const { rows } = await listMatters(req.tx, filters, { page: 1, limit: max_found, offset: 0 })
  return findNeighbors(req.tx, { ids: rows.map(({ id }) => id) }, query.order, matter_id)
}

function NeighborLinks({ neighbors }: { neighbors: Neighbors | undefined }) {
  if (!neighbors?.previous && !neighbors?.next) return null
  const { previous, next } = neighbors
  return (
    <nav class="neighbors no-print" aria-label="Neighbors in the list">
      {previous && <a href={`/console/matters/${previous}`}>Previous matter</a>}
      {next && <a href={`/console/matters/${next}`}>Next matter</a>}
    </nav>
  )
}
