// One installation on several servers, for tests that know nothing of them: a run may name more databases, and firms are
// then made at one after the other.
import { type Database, type DatabaseOptions, openDatabase } from "../../server/platform/db/database.ts"
import { connectionTo } from "../../server/platform/db/primary.ts"
import { openRouter } from "../../server/platform/servers/router.ts"

/** Of the databases that this run stands on beside DATABASE_URL: `npm test -- --two-servers` names one. */
export function moreUrls(): string[] {
  return process.env.MORE_DATABASE_URLS?.split(" ") ?? []
}

/** The databases as one, and the one that is to hold the next firm: never the first to begin with, where all is looked for. */
export function openSpread(
  urls: readonly [string, ...string[]],
  options: Omit<DatabaseOptions, "connection">,
): { db: Database; dbOfNext: () => Database } {
  const is_one_of_several = urls.length > 1
  const servers = urls.map((url, index) => {
    const connection = connectionTo(url)
    return {
      name: index === 0 ? "first" : `server-${index + 1}`,
      db: openDatabase({ ...options, connection, is_one_of_several }),
      connection,
      isOpen: () => true,
      opened: Promise.resolve(),
    }
  })
  let firms = 0
  const dbOfNext = () => {
    firms += 1
    return servers[firms % servers.length]?.db ?? db
  }
  const db = is_one_of_several ? openRouter(servers) : (servers[0]?.db ?? openRouter(servers))
  return { db, dbOfNext }
}
