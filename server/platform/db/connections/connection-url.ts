import type pg from "pg"

/** The connection as a URL for DATABASE_URL; for a Unix socket, the host is its folder. */
export function connectionUrl({ connectionString, host = "", port, user, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}
