// The daily summary: the number of matters waiting for a staff member and of recent events. It names no matter, so
// nothing of a deleted one stays behind in an email about many.
import type { FastifyBaseLogger } from "fastify"
import { getFirm } from "../../firm/firms/firms.ts"
import { countWaitingConflicts, max_waiting } from "../../intake/conflict-names/possible-conflicts.ts"
import { cappedCountText, queueTitles } from "../../intake/matters/list/queue-words.ts"
import { type DigestCount, takeForDigest } from "../../intake/notifications/inbox.ts"
import { readOwnNotifications } from "../../intake/notifications/preferences.ts"
import { wordsOf } from "../../intake/notifications/words.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { workByFirm } from "../../platform/jobs/by-firm.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { countInquiries } from "../inquiries/inquiries.ts"
import { countQueues, max_counted, queuesOf } from "../queues/queues.ts"

export interface DigestParts {
  db: Database
  ring: KeyRing
  base_url: string
  log: FastifyBaseLogger
}

/** Sent in the morning, by the firm's clock; after an outage of an entire morning, the next day. */
const digest_hours = { from: 7, until: 12 } as const

/** Sends every due summary, in one firm or in all; returns how many. */
export function sendDigests(parts: DigestParts, of_firm?: string): Promise<number> {
  const find = (tx: Tx) => findDue(tx, { of_firm })
  return workByFirm(parts, "daily summary not created", find, ({ firm_id, user_id }) =>
    parts.db.forFirm(firm_id, (tx) => sendIfDue(tx, parts, user_id), { user_id, is_viewer: true }),
  )
}

interface Due {
  firm_id: string
  user_id: string
  email: string
  role: string
  assigned_matters_only: boolean
  /** By the firm's calendar, `YYYY-MM-DD`. */
  day: string
}

/**
 * The due summaries: of active staff who want one on this day, whose firm has morning, and who haven't got one today.
 */
function findDue(
  tx: Tx,
  { of_firm = "", user_id = "" }: { of_firm?: string | undefined; user_id?: string },
): Promise<Due[]> {
  return tx.all(sql`
    select u.firm_id, u.id as user_id, u.email, u.role, u.assigned_matters_only and u.role <> 'admin' as assigned_matters_only,
           clock.local::date::text as day
      from users u join firms f on f.id = u.firm_id
     cross join lateral (select ${tx.now}::timestamptz at time zone f.time_zone as local) clock
      left join digests d on d.firm_id = u.firm_id and d.user_id = u.id
     where u.is_firm_staff and u.deactivated_at is null and u.preferences ->> 'digest' in ('daily', 'weekdays')
       and u.email <> '' and f.suspended_at is null
       and (${of_firm} = '' or u.firm_id = ${of_firm}) and (${user_id} = '' or u.id = ${user_id})
       and extract(hour from clock.local) >= ${digest_hours.from} and extract(hour from clock.local) < ${digest_hours.until}
       and (u.preferences ->> 'digest' = 'daily' or extract(isodow from clock.local) < 6)
       and (d.day is null or d.day < clock.local::date)
     order by u.firm_id, u.id`)
}

async function sendIfDue(tx: Tx, parts: DigestParts, user_id: string): Promise<number> {
  const [due] = await findDue(tx, { user_id })
  if (!due) return 0
  const claimed = await tx.run(sql`
    insert into digests (user_id, day) values (${user_id}, ${due.day}::date)
    on conflict (firm_id, user_id) do update set day = excluded.day where digests.day < excluded.day`)
  if (claimed === 0) return 0
  const firm = await getFirm(tx)
  const { scope: chosen } = await readOwnNotifications(tx)
  const is_whole_firm = chosen === "all" && !due.assigned_matters_only
  const scope = { user_id, is_whole_firm, settings: firm.settings }
  const waiting = await countQueues(tx, queuesOf(due, firm.settings), scope)
  const sees_inquiries = due.role === "admin" || is_whole_firm
  const inquiries = sees_inquiries ? await countInquiries(tx, max_counted) : 0
  const conflicts = sees_inquiries ? await countWaitingConflicts(tx) : 0
  const news = await takeForDigest(tx)
  if (waiting.length + inquiries + conflicts + news.length === 0) return 0
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [[title, ...lines.map((line) => `• ${line}`)].join("\n")] : []
  await queueMail(tx, parts.ring, {
    recipient: due.email,
    subject: subjectOf(waiting.length + inquiries + conflicts > 0, news),
    heading: "Your daily summary",
    paragraphs: [
      ...list(is_whole_firm ? "Waiting in the firm:" : "Waiting for you:", [
        ...(inquiries > 0 ? [`Inquiries: ${cappedCountText(inquiries, max_counted)}`] : []),
        ...(conflicts > 0 ? [`Possible conflicts: ${cappedCountText(conflicts, max_waiting)}`] : []),
        ...waiting.map(({ queue, count }) => `${queueTitles[queue]}: ${cappedCountText(count, max_counted)}`),
      ]),
      ...list(
        "Since your last summary:",
        news.map(({ kind, count }) => `${wordsOf(kind).title}: ${count}`),
      ),
    ],
    button: [
      { label: "Open Home", url: `${parts.base_url}/console?of=${is_whole_firm ? "firm" : "own"}` },
      { label: "Open notifications", url: `${parts.base_url}/console/inbox` },
    ],
    footer: "Choose the days for this summary, or turn it off, under Notification settings in the console.",
  })
  return 1
}

function subjectOf(isWaiting: boolean, news: readonly DigestCount[]): string {
  const sum = news.reduce((all, { count }) => all + count, 0)
  if (sum === 0) return "Daily summary: matters are waiting for you"
  return `Daily summary: ${sum} new${isWaiting ? ", and matters are waiting" : ""}`
}
