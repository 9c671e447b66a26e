import { staffLifetime } from "../../../firm/access/console.ts"
import { clientLifetime } from "../../../firm/access/portal.ts"
import type { Lifetime } from "../../../firm/access/sessions.ts"
import { declined_days } from "../../../follow-up/inquiries/inquiries.ts"
import { firm_retention_days, retention_hours } from "../../../outputs/exports/exports.ts"
import { retention_days } from "../../../outputs/webhooks/deliveries.ts"
import { mail_years, text_days } from "../../../platform/mail/pruning.ts"
import { Card, SummaryList } from "../../../web/ui/components/card.tsx"
import { grace_days } from "../deletions.ts"

/** The retention periods that the firm cannot change. */
export function RetainedData() {
  const rows = [
    [
      "Deleted matters",
      `${grace_days} days sealed, then removed for good. Their certificates are kept forever, and the names of their people for conflict checks, as long as above.`,
    ],
    [
      "Inquiries",
      `Until someone accepts or declines them; declined ones for ${declined_days} more days, and then only the name, as long as above. Accepted ones are deleted with their matter. If a person never confirms the address, only the email with the code is kept, for a day.`,
    ],
    ["Removed documents", "Their bytes are deleted from storage within a day, usually within seconds."],
    [
      "Emails in the outbox",
      `The text for ${text_days} days. Emails about a matter are kept as long as the matter, all others for ${mail_years} years.`,
    ],
    [
      "Webhook deliveries",
      `${retention_days} days after they succeed or finally fail; those of a matter are removed for good with it.`,
    ],
    [
      "Events",
      "As IDs, until two years after their matter is removed for good; your own keys and values in them are removed with the matter.",
    ],
    ["Staff sessions", `${lifetimeText(staffLifetime)}.`],
    [
      "Client sessions",
      `${lifetimeText(clientLifetime)}; for 30 more days, the browser is recognized and needs only a code instead of the link.`,
    ],
    ["Sign-in codes", "One day; each works for ten minutes."],
    ["Responses to repeated API requests", "24 hours, encrypted, for idempotent retries."],
    ["Exports of everything", `${firm_retention_days} days, encrypted, for the firm’s admins.`],
    [
      "Large exports",
      `${retention_hours} hours, encrypted, for the person who requested them and the admins.`,
    ],
    ["Actions on all matters of a list", "30 days, for the person who requested them."],
    ["Audit log", "Forever. Its entries cannot be changed, and they remain when a matter is deleted."],
  ] as const
  return (
    <Card title="How long everything else is kept" flush>
      <SummaryList rows={rows.map(([key, value]) => ({ key, value }))} />
    </Card>
  )
}

function lifetimeText({ idle_s, max_s }: Lifetime): string {
  return `${spanText(idle_s)} without use, ${spanText(max_s)} at most`
}

function spanText(seconds: number): string {
  const hours = seconds / 3_600
  return hours > 24 ? `${hours / 24} days` : `${hours} hours`
}
