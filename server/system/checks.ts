import { checkBackups } from "./backups.ts"
import { checkBase } from "./base.ts"
import type { CheckInput, Finding, Scope } from "./finding.ts"
import { checkKeys } from "./keys.ts"
import { checkMail, checkWebhooks } from "./outgoing.ts"
import { checkStorage } from "./storage.ts"
import { checkDatabase, checkMigrations, checkProtection } from "./tables.ts"
import { checkQueues, checkWorkers } from "./work.ts"

/** Runs all checks, in the order an operator would. */
export async function checkSystem(parts: CheckInput["parts"], scope: Scope): Promise<Finding[]> {
  const { firm_id } = scope
  const input: CheckInput = {
    parts,
    scope,
    read: (work) => (firm_id ? parts.db.forFirm(firm_id, work) : parts.db.forPlatform(work)),
  }
  const findings: Finding[] = []
  // One after the other, so that the page does not occupy all database connections.
  for (const check of checks) findings.push(...(await check(input)))
  return findings
}

const checks: ((input: CheckInput) => Promise<Finding[]>)[] = [
  checkBase,
  checkDatabase,
  checkMigrations,
  checkProtection,
  checkWorkers,
  checkQueues,
  checkStorage,
  checkBackups,
  checkKeys,
  checkMail,
  checkWebhooks,
]
