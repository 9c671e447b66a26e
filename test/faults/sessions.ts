// Revokes invitations while their clients use the portal on two nodes, and counts what an ended session is still shown.
// Every request also wants to extend its session, and must not bring back one that has ended.
import { rmSync } from "node:fs"
import { readConfig } from "../../server/config.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { openCore } from "../../server/service.ts"
import { prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, settingsOf, withPostgres } from "./own-postgres.ts"
import { attempt } from "./requests.ts"
import { newServerProcess } from "./server-process.ts"
import { enter } from "./writers.ts"

interface Revoking {
  sessions: number
  /** Requests of each session at the same time. */
  readers: number
}

/** Ends this many sessions one after the other, each in the middle of its requests. */
export function revokeSessions({ sessions, readers }: Revoking): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const data_dir = newFolder("sessions")
    const settings = settingsOf(url, data_dir)
    const nodes = [await newServerProcess(settings), await newServerProcess(settings, ["serve", "--no-work"])]
    const ledger = newLedger()
    const counts = { before: 0, after: 0, shown: 0 }
    try {
      for (const node of nodes) await node.start()
      const installation = await prepareInstallation(settings)
      const headers = { authorization: `Token ${installation.token}` }
      const core = await openCore(readConfig({ ...settings, FOYER_LOG_LEVEL: "error" }))
      let turn = 0
      const base_url = () => nodes[turn++ % nodes.length]?.base_url ?? ""
      const writing = { installation, ledger, base_url, signal: new AbortController().signal }
      try {
        for (let number = 1; number <= sessions; number += 1) await endOne(number)
      } finally {
        await core.close()
      }

      async function endOne(number: number): Promise<void> {
        const client = await enter(writing, `session-${number}`)
        if (!client) return void ledger.wrong.push(`session ${number} did not begin`)
        const age = sql`update sessions set last_seen_at = last_seen_at - interval '5 minutes' where matter_id = ${client.matter_id}`
        await core.db.forPlatform((tx) => tx.run(age))
        let isRevoked = false
        let left = 3 * readers
        const read = async () => {
          while (left > 0) {
            const wasRevoked = isRevoked
            if (wasRevoked) left -= 1
            const cookies = new Map(client.cookies)
            const reply = await attempt(ledger, `${base_url()}${installation.question_page}`, { cookies })
            counts[wasRevoked ? "after" : "before"] += 1
            if (wasRevoked && reply?.status === 200) counts.shown += 1
          }
        }
        const requests = Promise.all(Array.from({ length: readers }, read))
        const list = `${base_url()}/v1/matters/${client.matter_id}/invitations`
        const found = await attempt(ledger, list, { headers })
        const { invitations } = JSON.parse(found?.text ?? "") as { invitations: { id: string }[] }
        for (const { id } of invitations) {
          const revoked = await attempt(ledger, `${list}/${id}/revocation`, { method: "POST", headers })
          if (revoked?.status !== 200)
            ledger.wrong.push(`${revoked?.status} revoking ${id}: ${revoked?.text}`)
        }
        isRevoked = true
        await requests
      }
    } finally {
      for (const node of nodes) await node.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
    if (counts.shown > 0) ledger.wrong.push(`ended sessions were shown ${counts.shown} pages`)
    if (counts.before === 0) ledger.wrong.push("no session was in use when it ended")
    return {
      ...{ acknowledged: ledger.acknowledged, kills: 0, lost: [], wrong: ledger.wrong, slow: [] },
      figures: {
        sessions,
        "requests before": counts.before,
        "requests after": counts.after,
        "shown after": counts.shown,
        "broken off": ledger.broken,
      },
    }
  })
}
