// The console notifications of each staff member, shown under the bell. One is read once they open the matter or mark
// it as read. Nothing shows of a matter they may no longer see.

import { batch, inBatches } from "../../platform/db/batches.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { isVisibleToStaff } from "../matters/assignment.ts"
import { seesInquiries } from "./recipients.ts"
import type { NotificationKind } from "./rules.ts"

export type ShownKind = NotificationKind | "submitted_again" | "mentioned" | "access_changed"

/** What the release before knows in place of a kind that it lacks: its page fails at an unknown one. */
const coarserKinds: Partial<Record<ShownKind, ShownKind>> = { item_arrived: "document_added" }
const shownKind = sql`coalesce(n.finer_kind, n.kind)`

/** How long notifications are stored. */
export const inbox_days = 90

interface InboxSubject {
  /** Null for an inquiry. */
  matter_id: string | null
  inquiry_id?: string
  kind: ShownKind
  about: string
}

/** Adds a notification for these staff members, once; for those in `in_digest_of`, the next summary counts it. */
export async function addToInbox(
  tx: Tx,
  { matter_id, inquiry_id, kind, about }: InboxSubject,
  user_ids: readonly string[],
  in_digest_of: readonly string[] = [],
): Promise<void> {
  if (user_ids.length === 0) return
  const coarser = coarserKinds[kind]
  await tx.run(sql`
    insert into staff_notifications (matter_id, inquiry_id, user_id, kind, finer_kind, about, notified_at, waits_for_digest)
    select ${matter_id}, ${inquiry_id ?? null}, user_id, ${coarser ?? kind}, ${coarser ? kind : null}, ${about}, ${tx.now}, user_id = any(${in_digest_of}::text[]) from unnest(${user_ids}::text[]) as named (user_id)
    on conflict do nothing`)
}

/** Removes a notification for everyone. */
export async function removeFromInbox(tx: Tx, { matter_id, kind, about }: InboxSubject): Promise<void> {
  await tx.run(sql`
    delete from staff_notifications where matter_id = ${matter_id} and kind = ${kind} and about = ${about}`)
}

export interface InboxRow {
  kind: ShownKind
  /** Null for an inquiry. */
  matter_id: string | null
  inquiry_id: string | null
  /** The matter's name; for an inquiry, the title of its questionnaire. */
  name: string
  notified_at: Date
  is_unread: boolean
  /** The note of a mention; as in the table for other kinds. */
  about: string
}

/** Whether user `u` may see notification `n`, which is about the matter `m` or an inquiry. */
const isVisible = sql`(
  (n.inquiry_id is not null and ${seesInquiries}) or (m.id is not null and ${isVisibleToStaff}))`

/** A page of the current user's notifications, newest first. */
export function listInbox(tx: Tx, page: Pick<Page, "limit" | "offset">): Promise<Listing<InboxRow>> {
  return listCounted(
    tx,
    {
      columns: sql`${shownKind} as kind, n.matter_id, n.inquiry_id, coalesce(m.name, q.title) as name, n.notified_at,
                   n.read_at is null as is_unread, n.about`,
      from: sql`
        staff_notifications n join users u on u.id = n.user_id left join matters m on m.id = n.matter_id
        left join inquiries i on i.id = n.inquiry_id left join questionnaires q on q.id = i.questionnaire_id`,
      where: sql`where n.user_id = current_actor() and ${isVisible}`,
      order: sql`order by n.notified_at desc, n.matter_id, n.kind, n.about`,
    },
    page,
  )
}

/**
 * Marks the notifications of an opened matter or inquiry as read by the current user, who had so many unread; returns
 * how many stay so, at most 100.
 */
export async function markOpened(
  tx: Tx,
  opened: { matter_id: string } | { inquiry_id: string },
  unread_before: number,
): Promise<number> {
  const isOfIt =
    "matter_id" in opened ? sql`matter_id = ${opened.matter_id}` : sql`inquiry_id = ${opened.inquiry_id}`
  const read = await tx.run(sql`
    update staff_notifications set read_at = ${tx.now}
     where ${isOfIt} and user_id = current_actor() and read_at is null`)
  if (read === 0) return unread_before
  return (await tx.one<{ unread: number }>(sql`select unread_notifications() as unread`)).unread
}

/** Marks all of the current user's notifications about matters and inquiries up to then as read. */
export async function markInboxRead(tx: Tx, until: Date): Promise<void> {
  await tx.run(sql`
    update staff_notifications n set read_at = ${tx.now} from users u
     where n.user_id = current_actor() and n.read_at is null and n.notified_at <= ${until} and u.id = n.user_id
       and ((n.inquiry_id is not null and ${seesInquiries})
            or exists (select from matters m where m.id = n.matter_id and ${isVisibleToStaff}))`)
}

/** Older notifications are in no summary, so turning summaries back on doesn't bring up weeks-old events. */
const digest_after_days = 7

export interface DigestCount {
  kind: ShownKind
  count: number
}

/**
 * The number of notifications of each kind for the current user's next summary: unread and about matters they may see.
 * Marks all of them as summarized.
 */
export function takeForDigest(tx: Tx): Promise<DigestCount[]> {
  return tx.all(sql`
    with taken as (
      update staff_notifications set waits_for_digest = false
       where user_id = current_actor() and waits_for_digest 
       returning matter_id, inquiry_id, user_id, kind, finer_kind, notified_at, read_at)
    select ${shownKind} as kind, count(*)::integer as count
      from taken n join users u on u.id = n.user_id left join matters m on m.id = n.matter_id
     where n.read_at is null and ${isVisible}
       and n.notified_at > ${tx.now}::timestamptz - make_interval(days => ${digest_after_days})
     group by 1 order by 1`)
}

/** Deletes the notifications of all firms after 90 days; returns how many. */
export function removeOldNotifications(db: Database): Promise<number> {
  return inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        delete from staff_notifications where ctid = any (array(
          select ctid from staff_notifications
           where notified_at < ${tx.now}::timestamptz - make_interval(days => ${inbox_days})
           limit ${batch} for update skip locked))`),
    ),
  )
}
