import type { PageRequest } from "../../../../web/console/page-request.ts"
import { shortDayText } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Tabs } from "../../../../web/ui/components/tabs.tsx"
import type { MatterRow } from "../../matter-row.ts"
import { readSummary } from "../../progress/contents.ts"
import { stageName, stagesOf } from "../../stages/stages.ts"
import { readFlags } from "../list/facts.ts"
import { NeighborLinks, readNeighbors } from "../list/neighbors.tsx"
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
export type Tab = (typeof tabs)[number][0]

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
