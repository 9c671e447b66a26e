// How this installation is, in plain sentences: `foyer doctor` tells whoever runs it, the System page a firm's
// admins. Nothing secret is in it, and to a firm nothing that would tell of another.
import type { Parts } from "../parts.ts"
import type { Tx } from "../platform/db/database.ts"
import { checkBackups } from "./backups.ts"
import { checkBase } from "./base.ts"
import { checkKeys } from "./keys.ts"
import { checkMail, checkWebhooks } from "./outgoing.ts"
import { checkStorage } from "./storage.ts"
import { checkDatabase, checkMigrations, checkProtection } from "./tables.ts"
import { checkQueues, checkWorkers } from "./work.ts"

export interface Finding {
  topic: string
  /** False: somebody should look at this. */
  well: boolean
  sentence: string
}

/** Who asks. */
export interface Scope {
  /** Figures of this firm alone; of all of them where left out. */
  firm_id?: string | undefined
  /** Whether places are named: hosts, folders, buckets. */
  sees_places: boolean
}

export interface Asked {
  parts: Pick<Parts, "config" | "db" | "files" | "ring" | "scanner">
  scope: Scope
  /** Runs `work` where it sees the rows of the firm that asks, or of all. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Everything there is to say, in the order in which one would look. */
export async function checkSystem(parts: Asked["parts"], scope: Scope): Promise<Finding[]> {
  const { firm_id } = scope
  const asked: Asked = {
    parts,
    scope,
    read: (work) => (firm_id ? parts.db.forFirm(firm_id, work) : parts.db.forPlatform(work)),
  }
  const findings: Finding[] = []
  // One after the other: a page that looks at the system must not take all of its connections.
  for (const check of checks) findings.push(...(await check(asked)))
  return findings
}

const checks: ((asked: Asked) => Promise<Finding[]>)[] = [
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
