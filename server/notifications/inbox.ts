// What each member of staff is told of in the console, under the bell: read once they have opened the matter, or said so.
// Of a matter they may no longer see, nothing shows.
import { isVisibleToStaff } from "../matters/assignment.ts"
import { batch, inBatches } from "../platform/db/batches.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { counted_ahead, listCounted } from "../platform/http/counted-list.ts"
import type { Listing, Page } from "../platform/http/paging.ts"
import { seesInquiries } from "./recipients.ts"
import type { NotificationKind } from "./rules.ts"

export type ShownKind = NotificationKind | "submitted_again" | "mentioned" | "access_changed"

/** A comment on the draft of a questionnaire is about no matter. */
export type InboxKind = ShownKind | "mentioned_in_draft"

/** How long a notification is kept. */
export const inbox_days = 90

interface InboxSubject {
  /** Null of an inquiry. */
  matter_id: string | null
  inquiry_id?: string
  kind: ShownKind
  about: string
}

/** Shows what happened to these members of staff, once; some of them find it counted in their next summary. */
export async function addToInbox(
  tx: Tx,
  { matter_id, inquiry_id, kind, about }: InboxSubject,
  user_ids: readonly string[],
  in_digest_of: readonly string[] = [],
): Promise<void> {
  if (user_ids.length === 0) return
  await tx.run(sql`
    insert into staff_notifications (matter_id, inquiry_id, user_id, kind, about, notified_at, waits_for_digest)
    select ${matter_id}, ${inquiry_id ?? null}, user_id, ${kind}, ${about}, ${tx.now}, user_id = any(${in_digest_of}::text[]) from unnest(${user_ids}::text[]) as named (user_id)
    on conflict do nothing`)
}

/** Takes back what was shown, from everybody. */
export async function removeFromInbox(tx: Tx, { matter_id, kind, about }: InboxSubject): Promise<void> {
  await tx.run(sql`
    delete from staff_notifications where matter_id = ${matter_id} and kind = ${kind} and about = ${about}`)
}

export interface InboxRow {
  kind: InboxKind
  /** Null of an inquiry and of a draft. */
  matter_id: string | null
  inquiry_id: string | null
  /** Of a draft: the questionnaire, and the part the comment is about; empty otherwise. */
  questionnaire_id: string
  part_id: string
  /** The matter's name; of an inquiry or a draft, the title of its questionnaire. */
  name: string
  notified_at: Date
  is_unread: boolean
}

/** Whether the user `u` may know of the notification `n`, about the matter `m` or about none yet. */
const isVisible = sql`(
  (n.inquiry_id is not null and ${seesInquiries}) or (m.id is not null and ${isVisibleToStaff}))`

/** A page of what the transaction's actor was told of, newest first. */
export function listInbox(tx: Tx, page: Pick<Page, "limit" | "offset">): Promise<Listing<InboxRow>> {
  // Neither half is read further than the list is counted.
  const newest = sql`limit ${page.offset + counted_ahead + 1}`
  return listCounted(
    tx,
    {
      columns: sql`kind, matter_id, inquiry_id, questionnaire_id, part_id, name, notified_at, is_unread`,
      from: sql`(
        (select n.kind, n.matter_id, n.inquiry_id, '' as questionnaire_id, '' as part_id,
                coalesce(m.name, q.title) as name, n.notified_at, n.read_at is null as is_unread, n.about as id
           from staff_notifications n join users u on u.id = n.user_id left join matters m on m.id = n.matter_id
           left join inquiries i on i.id = n.inquiry_id left join questionnaires q on q.id = i.questionnaire_id
          where n.user_id = current_actor() and ${isVisible}
          order by n.notified_at desc, n.matter_id, n.kind, n.about ${newest})
        union all
        (select 'mentioned_in_draft', null, null, c.questionnaire_id, c.part_id, q.title, d.mentioned_at,
                d.read_at is null, c.id
           from draft_mentions d join draft_comments c on c.id = d.comment_id
           join questionnaires q on q.id = c.questionnaire_id
          where d.user_id = current_actor() order by d.mentioned_at desc, c.id desc ${newest})) told`,
      where: sql``,
      order: sql`order by notified_at desc, matter_id, kind, id`,
    },
    page,
  )
}

/** The transaction's actor has opened a matter or an inquiry; returns how many notifications of others stay unread, counted to 100. */
export async function markOpened(
  tx: Tx,
  opened: { matter_id: string } | { inquiry_id: string },
): Promise<number> {
  const isOfIt =
    "matter_id" in opened ? sql`matter_id = ${opened.matter_id}` : sql`inquiry_id = ${opened.inquiry_id}`
  await tx.run(sql`
    update staff_notifications set read_at = ${tx.now}
     where ${isOfIt} and user_id = current_actor() and read_at is null`)
  const { unread } = await tx.one<{ unread: number }>(sql`select unread_notifications() as unread`)
  return unread
}

/** The transaction's actor has read all they were told of matters and inquiries up to then. */
export async function markInboxRead(tx: Tx, until: Date): Promise<void> {
  await tx.run(sql`
    update staff_notifications n set read_at = ${tx.now} from users u
     where n.user_id = current_actor() and n.read_at is null and n.notified_at <= ${until} and u.id = n.user_id
       and ((n.inquiry_id is not null and ${seesInquiries})
            or exists (select from matters m where m.id = n.matter_id and ${isVisibleToStaff}))`)
}

/** An older one is in no summary: whoever switched theirs on again is not told of weeks ago. */
const digest_after_days = 7

export interface DigestCount {
  kind: ShownKind
  count: number
}

/**
 * How many notifications of each kind wait for the summary of the transaction's actor, who has not read them and may see
 * their matters; none of them waits afterwards.
 */
export function takeForDigest(tx: Tx): Promise<DigestCount[]> {
  return tx.all(sql`
    with taken as (
      update staff_notifications set waits_for_digest = false
       where user_id = current_actor() and waits_for_digest 
       returning matter_id, inquiry_id, user_id, kind, notified_at, read_at)
    select n.kind, count(*)::integer as count
      from taken n join users u on u.id = n.user_id left join matters m on m.id = n.matter_id
     where n.read_at is null and ${isVisible}
       and n.notified_at > ${tx.now}::timestamptz - make_interval(days => ${digest_after_days})
     group by n.kind order by n.kind`)
}

/** Forgets notifications of all firms once they are 90 days old; returns how many. */
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
