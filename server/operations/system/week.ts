// A page of last week in figures, for whoever runs the installation. It goes to the operator's own address alone, if there is
// one.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { renderMail } from "../../platform/mail/layout.ts"
import { hasFailed } from "../../platform/mail/mail-filters.ts"
import type { Mailer } from "../../platform/mail/mailer.ts"
import { countText } from "../../platform/text/count-text.ts"
import { bytesText } from "../../platform/text/sizes-and-ages.ts"
import { checkSystem } from "./checks.ts"
import type { CheckInput } from "./finding.ts"
import { readStorageSamples } from "./samples.ts"

/** Findings that are told even when nothing is wrong. */
const told = new Set(["Foyer", "Backup", "Disk", "Certificate"])

/** Sends the page, if the operator wants it. Throws what the mailer throws. */
export async function mailWeek(parts: CheckInput["parts"], mailer: Mailer): Promise<void> {
  const { config, db } = parts
  if (!config.operator_email || !mailer.is_sending) return
  const figures = await db.forPlatform(readWeek)
  const findings = await checkSystem(parts, { shows_paths: true })
  const wrong = findings.filter(({ ok }) => !ok)
  const others = findings.filter(({ ok, topic }) => ok && told.has(topic))
  const lineOf = ({ topic, sentence }: { topic: string; sentence: string }) => `${topic}: ${sentence}`
  const heading =
    wrong.length === 0
      ? "Last week"
      : `Last week: ${countText(wrong.length, "thing needs", "things need")} attention`
  await mailer.send({
    id: `week_${db.clock().toISOString().slice(0, 10)}`,
    to: config.operator_email,
    subject: `Foyer: ${heading}`,
    ...renderMail({
      firm_name: "Foyer",
      heading,
      paragraphs: [...wrong.map((one) => `✗ ${lineOf(one)}`), ...figures, ...others.map(lineOf)],
      footer: `For the operator of ${config.base_url ?? "this installation"}, who set FOYER_OPERATOR_EMAIL.`,
    }),
  })
}

async function readWeek(tx: Tx): Promise<string[]> {
  const since = sql`${tx.now}::timestamptz - interval '7 days'`
  const week = await tx.one<Week>(sql`
    select (select count(*) from events where event_type = 'intakeform.created' and occurred_at > ${since}) as created,
           (select count(*) from events where event_type = 'intakeform.submitted' and occurred_at > ${since}) as submitted,
           (select count(*) from deliveries where state = 'delivered' and finished_at > ${since}) as delivered,
           (select count(*) from deliveries where state = 'failed' and finished_at > ${since}) as undelivered,
           (select count(*) from mails where sent_at > ${since}) as sent,
           (select count(*) from mails where ${hasFailed} and gave_up_at > ${since}) as given_up,
           (select coalesce(sum(size), 0)::bigint from documents where uploaded_at > ${since}) as bytes`)
  const slowest = await tx.maybe<{ method: string; route: string; duration_ms: number }>(sql`
    select method, route, duration_ms from api_requests where answered_at > ${since} order by duration_ms desc limit 1`)
  const storage = await readStorageSamples(tx)
  const sizeOf = (name: string) => bytesText(storage[name]?.[0]?.value ?? 0)
  return [
    `Matters: ${week.created} created, ${week.submitted} submitted`,
    `Webhooks: ${week.delivered} delivered, ${week.undelivered} failed`,
    `Emails: ${week.sent} sent, ${week.given_up} given up`,
    `Files: ${bytesText(week.bytes)} more, ${sizeOf("foyer_stored_bytes")} in all; database ${sizeOf("foyer_database_bytes")}`,
    slowest
      ? `Slowest request of a program: ${slowest.duration_ms} ms, ${slowest.method} ${slowest.route}`
      : "No program sent a request",
  ]
}

type Week = Record<
  "created" | "submitted" | "delivered" | "undelivered" | "sent" | "given_up" | "bytes",
  number
>
