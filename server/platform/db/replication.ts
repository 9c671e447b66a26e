// A primary with a synchronous replica answers a commit once it stands on both. Where somebody breaks that wait off
// (pg_cancel_backend), PostgreSQL answers "done" all the same, beside a notice: the change then stands on the primary
// alone, and is gone when the replica takes its place.
import type pg from "pg"
import { unavailable } from "./database-faults.ts"

const unreplicated = new WeakSet<pg.ClientBase>()

/** Listens for commits that the replica has not confirmed. */
export function watchReplication(client: pg.ClientBase): void {
  client.on("notice", ({ routine }) => {
    // The notice has no code of its own, and its words are in the server's language.
    if (routine === "SyncRepWaitForLSN") unreplicated.add(client)
  })
}

/** Throws "unavailable" where the commit that was just answered may stand on one server only: it is not acknowledged. */
export function checkReplicated(client: pg.ClientBase): void {
  if (unreplicated.delete(client)) throw unavailable(new Error("The replica has not confirmed the commit."))
}
