import { sql } from "../../platform/db/sql.ts"
import { hasFailed } from "../../platform/mail/mail-filters.ts"
import { openProvider } from "../../platform/oidc/provider.ts"
import { countText } from "../../platform/text/count-text.ts"
import { agoText } from "../../platform/text/sizes-and-ages.ts"
import { type CheckInput, type Finding, todoUnless } from "./finding.ts"

export async function checkMail({ parts: { config }, read }: CheckInput): Promise<Finding[]> {
  if (!config.smtp_url) {
    return [
      {
        topic: "Mail",
        ...todoUnless(config.environment !== "production"),
        sentence: "Email waits in the outbox: set FOYER_SMTP_URL to send it",
      },
    ]
  }
  const [{ failing, last_failed_at, last_sent_at }, now] = await read(
    async (tx) =>
      [
        await tx.one<{ failing: number; last_failed_at: Date | null; last_sent_at: Date | null }>(sql`
          select count(*) filter (where failed) as failing, max(created_at) filter (where failed) as last_failed_at,
                 max(sent_at) as last_sent_at
            from (select created_at, sent_at,
                         (sent_at is null and gave_up_at is null and fault is not null
                            or ${hasFailed} and gave_up_at > failures_acknowledged_at()) as failed
                    from mails where created_at > ${tx.now}::timestamptz - interval '7 days') of_week`),
        tx.now,
      ] as const,
  )
  const facts = ["Email goes out by SMTP"]
  if (last_sent_at) facts.push(`the last one ${agoText(last_sent_at, now)}`)
  if (last_failed_at) {
    const many = countText(failing, "email")
    facts.push(`${many} of the last week could not be sent, the last written ${agoText(last_failed_at, now)}`)
  }
  return [{ topic: "Mail", ok: failing === 0, sentence: facts.join(", ") }]
}

/** Asks the identity provider for its configuration, as the first sign-in does. */
export async function checkSingleSignOn({ parts: { config }, scope }: CheckInput): Promise<Finding[]> {
  const topic = "Single sign-on"
  const {
    oidc_issuer: issuer,
    oidc_client_id: client_id = "",
    oidc_client_secret: client_secret = "",
  } = config
  // A page does not wait for another server, nor name it.
  if (!issuer || !scope.shows_paths) return []
  const provider = openProvider({ issuer, client_id, client_secret, redirect_uri: "" })
  return provider.check().then(
    () => [{ topic, ok: true, sentence: `${config.oidc_name} answers` }],
    ({ message }: Error) => [{ topic, ok: false, severity: "broken", sentence: message }],
  )
}

export async function checkWebhooks({ read }: CheckInput): Promise<Finding[]> {
  const { endpoints, failing, disabled } = await read((tx) =>
    tx.one<{ endpoints: number; failing: number; disabled: number }>(sql`
      select count(*) as endpoints,
             count(*) filter (where disabled_at is null and first_failure_at is not null) as failing,
             count(*) filter (where disabled_at > failures_acknowledged_at()) as disabled
        from webhook_endpoints where removed_at is null`),
  )
  const facts = [countText(endpoints, "endpoint")]
  if (failing > 0) facts.push(`${failing} failing`)
  if (disabled > 0) facts.push(`${disabled} disabled after failing`)
  return [{ topic: "Webhooks", ok: failing + disabled === 0, sentence: facts.join(", ") }]
}
