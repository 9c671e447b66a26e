// Large exports: asked for in one transaction, made in the background, kept encrypted for a day for whoever asked
// and the firm's admins, then removed.
import type { MatterFilters } from "../matters/filters.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { notFound } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import { enqueue } from "../platform/jobs/queue.ts"
import type { StaffRole } from "../users/staff-roles.ts"

export const retention_hours = 24

/** What was asked for, and what came of it. */
export interface ExportRequest {
  /** Of a matter: sensitive answers in clear. */
  reveal?: boolean
  /** Of the list of matters. */
  filters?: MatterFilters
  /** Ids of the sensitive answers that are in clear in the file. */
  revealed?: readonly string[]
}

export interface NewExport {
  /** Null for the list of matters. */
  matter_id: string | null
  /** A name of `exportKinds`, or `matters`. */
  kind: string
  label: string
  filename: string
  content_type: string
  request: ExportRequest
}

export interface ExportRow extends NewExport {
  id: string
  matter_name: string | null
  state: "waiting" | "ready" | "failed"
  size: number | null
  file_key: string | null
  wrapped_key: string | null
  requested_by: string
  requested_by_name: string
  requested_at: Date
  /** From then on it cannot be downloaded. */
  expires_at: Date
}

/**
 * Who looks: an admin sees all exports of the firm, others their own, and nothing of what they no longer reach. A list
 * of matters holds those its maker may see: where there are restricted ones, it is its maker's alone.
 */
export interface Viewer {
  user_id: string
  role: StaffRole
  assigned_matters_only: boolean
}

/** Asks for an export to be made in the background; returns its id. */
export async function requestExport(tx: Tx, choice: NewExport): Promise<string> {
  const { matter_id, kind, label, filename, content_type, request } = choice
  const id = newId("export")
  await tx.run(sql`
    insert into exports (id, matter_id, kind, label, filename, content_type, request, requested_at, expires_at)
    values (${id}, ${matter_id}, ${kind}, ${label}, ${filename}, ${content_type}, ${json(request)}, ${tx.now},
            ${expiry(tx)})`)
  await enqueue(tx, "prepare-export", { export_id: id })
  return id
}

const columns = sql`
  select e.id, e.matter_id, m.name as matter_name, e.kind, e.label, e.filename, e.content_type, e.request, e.state,
         e.size, e.file_key, e.wrapped_key, e.requested_by, coalesce(nullif(u.name, ''), u.email) as requested_by_name,
         e.requested_at, e.expires_at
    from exports e join users u on u.id = e.requested_by left join matters m on m.id = e.matter_id`

function visibleTo(tx: Tx, { user_id, role, assigned_matters_only }: Viewer) {
  // A role or an assignment may have been taken away since the export was asked for.
  return sql`
    e.expires_at > ${tx.now} and (e.matter_id is null or m.id is not null)
    and (${role === "admin"} and (e.matter_id is not null or current_viewer() is null)
         or (e.requested_by = ${user_id} and not coalesce((e.request ->> 'reveal')::boolean, false)))
    and (not ${assigned_matters_only} or m.assignee_id = ${user_id}
         or (e.matter_id is null and e.request #>> '{filters,assignee_id}' = ${user_id}))`
}

/** Exports that are being made or can be downloaded, latest first. */
export function listExports(tx: Tx, viewer: Viewer): Promise<ExportRow[]> {
  return tx.all(sql`${columns} where ${visibleTo(tx, viewer)} order by e.id desc limit 200`)
}

/** One of them; throws "not found", also once it has expired or its matter was deleted. */
export async function getExport(tx: Tx, viewer: Viewer, id: string): Promise<ExportRow> {
  const row = await tx.maybe<ExportRow>(sql`${columns} where e.id = ${id} and ${visibleTo(tx, viewer)}`)
  if (!row) throw notFound("There is no such export anymore. Ask for it again.")
  return row
}

/** An export that still has to be made; undefined when it was made, or nobody can have it anymore. */
export function findWaitingExport(tx: Tx, id: string): Promise<ExportRow | undefined> {
  return tx.maybe(sql`
    ${columns} where e.id = ${id} and e.state = 'waiting' and e.expires_at > ${tx.now}
       and (e.matter_id is null or m.id is not null)`)
}

/** The file is in the store: from now on it is kept for a day. False when nobody wants it anymore. */
export async function markReady(
  tx: Tx,
  id: string,
  file: { key: string; wrapped_key: string; size: number },
  revealed: readonly string[],
): Promise<boolean> {
  const marked = await tx.run(sql`
    update exports
       set state = 'ready', file_key = ${file.key}, wrapped_key = ${file.wrapped_key}, size = ${file.size},
           request = request || ${json({ revealed })}::jsonb, finished_at = ${tx.now}, expires_at = ${expiry(tx)}
     where id = ${id}`)
  return marked === 1
}

export async function markFailed(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update exports set state = 'failed', finished_at = ${tx.now} where id = ${id}`)
}

function expiry(tx: Tx): Date {
  return new Date(tx.now.getTime() + retention_hours * 3_600_000)
}
