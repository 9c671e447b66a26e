import type pg from "pg"

/** The same connection as one address, as DATABASE_URL takes it; a socket's folder stands in the host's place. */
export function connectionUrl({ connectionString, host = "", port, user, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}
