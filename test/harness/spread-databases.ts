// One installation on several servers, for tests unaware of them: a run may name more databases, and new firms are then
// created on each in turn.
import { type Database, type DatabaseOptions, openDatabase } from "../../server/platform/db/database.ts"
import { connectionTo } from "../../server/platform/db/primary.ts"
import { openRouter } from "../../server/platform/servers/router.ts"

/** The databases this run uses in addition to DATABASE_URL: `npm test -- --two-servers` names one. */
export function moreUrls(): string[] {
  return process.env.MORE_DATABASE_URLS?.split(" ") ?? []
}

/** The databases as one, and the one for the next firm. Starts with the second, because lookups begin at the first. */
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
