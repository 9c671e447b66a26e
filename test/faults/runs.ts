import { backUpUnderWriters } from "./backup.ts"
import { fillDisk } from "./full-disk.ts"
import { hangDatabase } from "./hang.ts"
import { sendHostileFiles } from "./hostile-files.ts"
import { killUnderWriters } from "./kills.ts"
import { holdMemory } from "./memory.ts"
import type { Outcome } from "./outcome.ts"
import { writeThroughPooler } from "./pooler.ts"
import { restartUnderLoad } from "./rolling.ts"
import { revokeSessions } from "./sessions.ts"
import { examineStockServer } from "./stock-server.ts"
import { stopServers } from "./stops.ts"
import { killNodes } from "./two-nodes.ts"
import { upgradeUnderLoad } from "./upgrade.ts"
import { walkFromPackages } from "./walk.ts"

/** Every full run, by name. */
export const runs: Record<string, () => Promise<Outcome>> = {
  kills: () => killUnderWriters({ server_kills: 50, database_kills: 20, least_writes: 20_000 }),
  hang: () => hangDatabase({ hang_ms: 25_000 }),
  drain: () => restartUnderLoad({ restarts: 5, per_second: 50 }),
  disk: () => fillDisk({ full_ms: 10_000 }),
  pooler: () => writeThroughPooler({ write_ms: 15_000 }),
  nodes: () => killNodes({ kills: 5 }),
  memory: () => holdMemory({ requests: 6_000 }),
  stops: () => stopServers({ times: 2, connections: 300 }),
  stock: () => examineStockServer({ times: 10 }),
  sessions: () => revokeSessions({ sessions: 100, readers: 8 }),
  upgrade: () => upgradeUnderLoad({ per_second: 20, phase_ms: 3_000 }),
  walk: walkFromPackages,
  files: () => sendHostileFiles({ workers: [1, 2] }),
  backup: () => backUpUnderWriters({ write_ms: 10_000 }),
}
