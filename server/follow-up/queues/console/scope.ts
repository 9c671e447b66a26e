import { notFound } from "../../../platform/errors.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Queue } from "../queue.ts"
import { countQueues, type QueueCounts, queuesOf } from "../queues.ts"

/** The queues a page shows, their counts, and whether they cover the whole firm. */
export interface QueueView {
  queues: readonly Queue[]
  counts: Record<Queue, QueueCounts>
  is_whole_firm: boolean
}

/**
 * The queues this member may see. The query chooses between own and all matters; the default is their own, or the whole
 * firm's if none of their own is waiting. Members limited to assigned matters always get their own.
 */
export async function readQueues({ tx, staff, query }: PageRequest): Promise<QueueView> {
  const counts = await countQueues(tx, staff.user_id, staff.firm.settings)
  const isLimited = staff.assigned_matters_only
  const mine = queuesOf(staff, staff.firm.settings)
  const isIdle = mine.every((queue) => counts[queue].own === 0)
  const is_whole_firm = !isLimited && (query.of === "firm" || (query.of !== "own" && isIdle))
  return { queues: mine, counts, is_whole_firm }
}

/** The queue named in the path; throws "not found" for one this member does not have. */
export function queueOf({ param }: PageRequest, view: QueueView): Queue {
  const queue = view.queues.find((one) => one === param("queue"))
  if (!queue) throw notFound()
  return queue
}

export function countOf({ counts, is_whole_firm }: QueueView, queue: Queue): number {
  return is_whole_firm ? counts[queue].whole_firm : counts[queue].own
}

/** The address of a queue, or of the home page, in the given scope. */
export function queueUrl(is_whole_firm: boolean, queue?: Queue, page = 1): string {
  const path = queue ? `/console/queues/${queue}` : "/console"
  return `${path}?of=${is_whole_firm ? "firm" : "own"}${page > 1 ? `&page=${page}` : ""}`
}
