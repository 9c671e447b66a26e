import {
  listWaitingConflicts,
  type PossibleConflict,
} from "../../../intake/conflict-names/possible-conflicts.ts"
import type { Queue } from "../../../intake/matters/list/queue.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import { type InquiryRow, listInquiries } from "../../inquiries/inquiries.ts"
import { isFree } from "../next-due.ts"
import { type FilledQueue, queuesOf, readQueues } from "../queues.ts"

/** How many entries of each queue the page shows. */
const max_shown = 5
/** Tasks are in no other list, so the page shows more of them. */
const max_tasks = 20

interface Waiting<Row> {
  count: number
  rows: readonly Row[]
}

export interface Day {
  is_whole_firm: boolean
  /** For whom nothing waits today. The page may show the firm, although nothing waits for the member. */
  free?: "you" | "the firm" | undefined
  queues: readonly FilledQueue[]
  inquiries: Waiting<InquiryRow>
  conflicts: Waiting<PossibleConflict>
}

/**
 * What waits today: one's own by default, the whole firm's if the query asks for it or nothing of one's own waits. Members
 * limited to assigned matters always get their own. Inquiries and possible conflicts are the firm's, so they are in both.
 */
export async function readDay(req: PageRequest): Promise<Day> {
  const { staff, query, tx } = req
  const isLimited = staff.assigned_matters_only
  const isFirm = !isLimited && query.of === "firm"
  const read = (is_whole_firm: boolean) =>
    readFilled(req, is_whole_firm, queuesOf(staff, staff.firm.settings))
  // In one packet.
  const [queues, inquiries, conflicts] = await Promise.all([
    read(isFirm),
    isLimited ? nothing : readInquiries(req),
    isLimited ? nothing : listWaitingConflicts(tx, { limit: max_shown }),
  ])
  const isIdle = inquiries.count + conflicts.count === 0 && isFree(queues, todayOf(req))
  const free = isIdle ? (isFirm ? "the firm" : "you") : undefined
  const day: Day = { is_whole_firm: isFirm, free, queues, inquiries, conflicts }
  if (isLimited || isFirm || query.of === "own" || queues.length > 0) return day
  return { ...day, is_whole_firm: true, queues: await read(true) }
}

export async function readQueue(
  req: PageRequest,
  queue: Queue,
  is_whole_firm: boolean,
): Promise<FilledQueue | undefined> {
  return (await readFilled(req, is_whole_firm, [queue]))[0]
}

export function homeUrl(is_whole_firm: boolean): string {
  return `/console?of=${is_whole_firm ? "firm" : "own"}`
}

async function readFilled(
  { tx, staff }: PageRequest,
  is_whole_firm: boolean,
  queues: readonly Queue[],
): Promise<FilledQueue[]> {
  const scope = { user_id: staff.user_id, is_whole_firm, settings: staff.firm.settings }
  const filled = await readQueues(tx, queues, { ...scope, limit: max_tasks })
  return filled.map(({ items, ...queue }) => ({
    ...queue,
    items: queue.queue === "notes" ? items : items.slice(0, max_shown),
  }))
}

async function readInquiries({ tx }: PageRequest): Promise<Waiting<InquiryRow>> {
  const { count, is_cut, rows } = await listInquiries(tx, { page: 1, limit: max_shown, offset: 0 })
  return { count: is_cut ? count + 1 : count, rows }
}

const nothing = { count: 0, rows: [] }
