import { checkAuditLogs } from "./audit-logs.ts"
import { checkBackups } from "./backups.ts"
import { checkCertificate } from "./certificate.ts"
import { checkClock } from "./clock.ts"
import type { CheckInput, CheckScope, Finding } from "./finding.ts"
import { checkKeys } from "./keys.ts"
import { checkMail, checkSingleSignOn, checkWebhooks } from "./outgoing.ts"
import { checkStorage } from "./storage.ts"
import { checkDatabase, checkMigrations, checkProtection } from "./tables.ts"
import { checkBase } from "./version.ts"
import { checkQueues, checkWorkers } from "./work.ts"

/** Runs all checks, in the order an operator would. */
export async function checkSystem(parts: CheckInput["parts"], scope: CheckScope): Promise<Finding[]> {
  const { firm_id } = scope
  const input: CheckInput = {
    parts,
    scope,
    read: (work) => (firm_id ? parts.db.forFirm(firm_id, work) : parts.db.forPlatform(work)),
  }
  const findings: Finding[] = []
  // One after the other, so that the page does not occupy all database connections.
  for (const [topic, check] of checks) findings.push(...(await check(input).catch(couldNotRun(topic, scope))))
  return findings
}

const checks: [topic: string, check: (input: CheckInput) => Promise<Finding[]>][] = [
  ["Foyer", checkBase],
  ["Database", checkDatabase],
  ["Clock", checkClock],
  ["Tables", checkMigrations],
  ["Separation of firms", checkProtection],
  ["Background work", checkWorkers],
  ["Jobs", checkQueues],
  ["Files", checkStorage],
  ["Backup", checkBackups],
  ["Audit logs", checkAuditLogs],
  ["Certificate", checkCertificate],
  ["Master keys", checkKeys],
  ["Mail", checkMail],
  ["Single sign-on", checkSingleSignOn],
  ["Webhooks", checkWebhooks],
]

/** One check that fails must not hide the others. Its error may name hosts and folders. */
function couldNotRun(topic: string, { shows_paths }: CheckScope): (error: Error) => Finding[] {
  return ({ message }) => [
    {
      topic,
      ok: false,
      severity: "broken",
      could_not_run: true,
      sentence: `This check could not run${shows_paths ? `: ${message}` : ""}`,
    },
  ]
}
