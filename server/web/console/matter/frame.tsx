import { useContext } from "preact/hooks"
import { type MatterFlags, readFlagsOf } from "../../../intake/matters/console/list/facts.ts"
import { NeighborLinks, readNeighbors } from "../../../intake/matters/console/list/neighbors.tsx"
import {
  RestrictedTag,
  StatusTag,
  statusOf,
  UnnotifiedTag,
} from "../../../intake/matters/console/status/status.tsx"
import type { MatterState } from "../../../intake/matters/list/filters.ts"
import type { Neighbors } from "../../../intake/matters/list/order.ts"
import type { MatterRow } from "../../../intake/matters/matter-row.ts"
import { type ContentCounts, readContents } from "../../../intake/matters/progress/contents.ts"
import { findUnseen } from "../../../intake/submissions/review/seen-changes.ts"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { Tabs } from "../../ui/components/tabs.tsx"
import type { PageRequest } from "../page-request.ts"
import { TestFirmContext } from "../test-firm.tsx"
import { Day } from "../times.tsx"
import type { View } from "../view.tsx"
import { requireMatter } from "./require-matter.ts"

/** A matter with everything that the heading and tabs of its pages show. */
export interface MatterDetails extends MatterRow, MatterFlags {
  state: MatterState
  title: string
  /** A client changed something after submitting, and no member of staff has acknowledged it. */
  is_unseen: boolean
  counts: ContentCounts
  /** The previous and next matter in the list that was opened last. */
  neighbors: Neighbors | undefined
}

/** Loads the matter of the page's address; throws "not found". */
export async function openMatter(req: PageRequest): Promise<MatterDetails> {
  const matter = await requireMatter(req)
  const [more, flags, unseen, neighbors] = await Promise.all([
    readContents(req.tx, matter.id),
    readFlagsOf(req, matter.id),
    findUnseen(req.tx, [matter.id]),
    readNeighbors(req, matter.id),
  ])
  const { state, title, ...counts } = more
  return { ...matter, ...flags, is_unseen: unseen.has(matter.id), state, title, counts, neighbors }
}

const tabs = [
  ["", "Overview"],
  ["/review", "Review"],
  ["/documents", "Documents", "documents"],
  ["/conversation", "Conversation", "messages"],
  ["/activity", "Activity"],
] as const
export type Tab = (typeof tabs)[number][0]

/** The heading, breadcrumbs and tabs around every page of a matter; `tab` is the current one. */
export function frameOf(
  matter: MatterDetails,
  tab: Tab,
): Pick<View, "title" | "tab_title" | "breadcrumbs" | "neighbors" | "heading" | "tabs"> {
  const home = `/console/matters/${matter.id}`
  const tabName = tabs.find(([path]) => path === tab)?.[1] ?? ""
  return {
    title: matter.name,
    tab_title: tab === "" ? matter.name : `${tabName}: ${matter.name}`,
    breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
    neighbors: matter.neighbors && <NeighborLinks neighbors={matter.neighbors} />,
    heading: {
      lede: (
        <>
          <StatusTag {...statusOf(matter)} />
          {matter.is_restricted && <RestrictedTag />}
          {matter.is_unnotified && <UnnotifiedTag />}
          <Facts matter={matter} />
        </>
      ),
      actions: <HeadingActions matter={matter} />,
    },
    tabs: (
      <Tabs
        label="Parts of this matter"
        items={tabs.map(([path, text, count]) => ({
          href: `${home}${path}`,
          text,
          current: path === tab,
          ...(count ? { count: matter.counts[count] } : {}),
        }))}
      />
    ),
  }
}

function Facts({ matter: { file_number, title, open_date, close_date, due_on } }: { matter: MatterDetails }) {
  return (
    <>
      {file_number && `${file_number}, `}
      {title}, opened <Day day={open_date} />
      {close_date && ", closed "}
      <Day day={close_date} />
      {due_on && ", due "}
      <Day day={due_on} />
    </>
  )
}

function HeadingActions({ matter }: { matter: MatterDetails }) {
  const home = `/console/matters/${matter.id}`
  if (matter.state === "closed") {
    return (
      <>
        <ExportLink home={home} />
        <NextMatterLink id={matter.id} />
        <LinkButton href={`${home}/reopening`} variant="secondary">
          Reopen
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <ExportLink home={home} />
      {matter.state === "completed" && <NextMatterLink id={matter.id} />}
      <LinkButton href={`${home}/impersonation`} variant="quiet" icon="edit">
        Edit for the client
      </LinkButton>
      {matter.state !== "completed" && <TestSubmissionLink matter={matter} />}
      {matter.state !== "completed" && (
        <LinkButton href={`${home}/invitations/new`} variant="secondary" icon="mail">
          Invite
        </LinkButton>
      )}
      {matter.state === "completed" ? (
        <LinkButton href={`${home}/client-editing`} variant="secondary">
          Reopen for the client
        </LinkButton>
      ) : (
        <LinkButton
          href={`${home}/completion`}
          icon="check"
          variant={matter.is_submitted ? "primary" : "secondary"}
        >
          Complete
        </LinkButton>
      )}
    </>
  )
}

/** In a test firm, staff do what the client would. */
function TestSubmissionLink({ matter: { id, is_submitted } }: { matter: MatterDetails }) {
  if (!useContext(TestFirmContext)) return null
  const [path, text] = is_submitted
    ? ["test-resubmission", "Change and submit"]
    : ["test-submission", "Fill in and submit"]
  return (
    <LinkButton href={`/console/matters/${id}/${path}`} variant="quiet" icon="upload">
      {text}
    </LinkButton>
  )
}

/** The next matter for the same client starts from a finished one. */
function NextMatterLink({ id }: Pick<MatterRow, "id">) {
  return (
    <LinkButton href={`/console/matters/new?from=${id}`} variant="quiet" icon="plus">
      New matter from this
    </LinkButton>
  )
}

function ExportLink({ home }: { home: string }) {
  return (
    <LinkButton href={`${home}/export`} variant="quiet" icon="download">
      Export
    </LinkButton>
  )
}

/** Breadcrumbs for the pages below a matter. */
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
