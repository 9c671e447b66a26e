// A primary with a synchronous replica acknowledges a commit once both have it. If that wait is canceled
// (pg_cancel_backend), PostgreSQL still reports success, along with a notice: only the primary has the change then, and
// it is lost if the replica is promoted.
import type pg from "pg"
import { databaseUnavailable } from "../database-faults.ts"

const unreplicated = new WeakSet<pg.ClientBase>()

/** Listens for commits that the replica has not confirmed. */
export function watchReplication(client: pg.ClientBase): void {
  client.on("notice", ({ routine }) => {
    // The notice has no code of its own, and its text is localized.
    if (routine === "SyncRepWaitForLSN") unreplicated.add(client)
  })
}

/** Throws "unavailable" if the last commit may be on the primary only, so that it is not acknowledged. */
export function checkReplicated(client: pg.ClientBase): void {
  if (unreplicated.delete(client))
    throw databaseUnavailable(new Error("The replica has not confirmed the commit."))
}
