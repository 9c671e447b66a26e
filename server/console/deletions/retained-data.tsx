import { staffLifetime } from "../../access/console.ts"
import { clientLifetime } from "../../access/portal.ts"
import type { Lifetime } from "../../access/sessions.ts"
import { grace_days } from "../../deletions/deletions.ts"
import { firm_retention_days, retention_hours } from "../../exports/exports.ts"
import { declined_days } from "../../inquiries/inquiries.ts"
import { mail_years, text_days } from "../../platform/mail/pruning.ts"
import { Card } from "../../ui/components/card.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { retention_days } from "../../webhooks/deliveries.ts"

/** How long everything else is kept: what the program does, whatever the firm chose. */
export function RetainedData() {
  const rows = [
    [
      "Deleted matters",
      `${grace_days} days sealed, then removed for good. Their certificates are kept forever.`,
    ],
    [
      "Inquiries",
      `Until someone accepts or declines; declined ones ${declined_days} days more. What was accepted goes with its matter. Of who never confirms an address, only the email with the code is kept, for a day.`,
    ],
    ["Removed documents", "Their bytes leave the file store within a day, most within seconds."],
    [
      "Emails in the outbox",
      `Their text ${text_days} days. Those about a matter as long as the matter, all others ${mail_years} years.`,
    ],
    [
      "Webhook deliveries",
      `${retention_days} days after they were delivered or given up; those of a matter go with it for good.`,
    ],
    ["Events", "For ever, as ids; your own keys and values in them go with the matter."],
    ["Staff sessions", `${lifetimeText(staffLifetime)}.`],
    [
      "Client sessions",
      `${lifetimeText(clientLifetime)}; for 30 days more the browser is remembered, to be asked for a code instead of the link.`,
    ],
    ["Sign-in codes", "One day; each works for ten minutes."],
    ["Answers to repeated API requests", "24 hours, encrypted, for keys that ask twice."],
    ["Exports of everything", `${firm_retention_days} days, encrypted, for the firm’s admins.`],
    ["Large exports", `${retention_hours} hours, encrypted, for the person who asked and the admins.`],
    ["Audit log", "For ever. Its entries cannot be changed, and stay when a matter is deleted."],
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
