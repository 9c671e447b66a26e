// Large exports: asked for in one transaction, made in the background, kept encrypted for a day for whoever asked
// and the firm's admins, then removed. One of the whole firm is for admins alone and is kept for a week.
import type { MatterFilters } from "../matters/filters.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { conflict, notFound } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import { enqueue } from "../platform/jobs/queue.ts"
import type { StaffRole } from "../users/staff-roles.ts"

export const retention_hours = 24
export const firm_retention_days = 7

/** What was asked for, and what came of it. */
export interface ExportRequest {
  /** Of a matter: sensitive answers in clear. */
  reveal?: boolean
  /** Of the list of matters. */
  filters?: MatterFilters
  /** Ids of the sensitive answers that are in clear in the file. */
  revealed?: readonly string[]
  /** Of the firm or the list: ids of the matters that are restricted to others, deleted ones too, of which nothing is in the file. */
  left_out?: readonly string[]
  /** Of the firm or the list: an id that was new when the file was whole. What is newer is not in it. */
  read_until?: string
  /** Of the firm: how many of the matters there are now were left out. */
  restricted?: number
  /** Of the firm: files that could not be read. */
  damaged?: number
  /** Of the firm, while it is made: how many of its matters are in it already. */
  progress?: Progress
}

export interface Progress {
  matters: number
  of: number
}

export interface NewExport {
  /** Null for the list of matters and the whole firm. */
  matter_id: string | null
  /** A name of `exportKinds`, `matters` or `firm`. */
  kind: string
  label: string
  filename: string
  content_type: string
  request: ExportRequest
}

export interface ExportRow extends NewExport {
  id: string
  matter_name: string | null
  state: "waiting" | "running" | "ready" | "failed"
  /** Why it failed, where that is for the one who asked. */
  fault: string | null
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
 * of matters and everything of the firm hold what their maker may see: where there are restricted matters, they are their
 * maker's alone, and theirs no longer once one that is in it was closed to them.
 */
export interface Viewer {
  user_id: string
  role: StaffRole
  assigned_matters_only: boolean
}

/**
 * Asks for an export to be made in the background; returns its id. Throws "conflict" where one of the whole firm is
 * under way and another is asked for.
 */
export async function requestExport(tx: Tx, choice: NewExport): Promise<string> {
  const { matter_id, kind, label, filename, content_type, request } = choice
  const id = newId("export")
  const added = await tx.run(sql`
    insert into exports (id, matter_id, kind, label, filename, content_type, request, requested_at, expires_at)
    values (${id}, ${matter_id}, ${kind}, ${label}, ${filename}, ${content_type}, ${json(request)}, ${tx.now},
            ${expiry(tx, kind)})
    on conflict (firm_id) where kind = 'firm' and state in ('waiting', 'running') do nothing`)
  if (added === 0)
    throw conflict(
      "export_under_way",
      "An export of everything is under way already. Wait for it, or delete it first.",
    )
  await enqueue(tx, kind === "firm" ? "prepare-firm-export" : "prepare-export", { export_id: id })
  return id
}

const columns = sql`
  select e.id, e.matter_id, m.name as matter_name, e.kind, e.label, e.filename, e.content_type, e.request, e.state,
         e.fault, e.size, e.file_key, e.wrapped_key, e.requested_by, coalesce(nullif(u.name, ''), u.email) as requested_by_name,
         e.requested_at, e.expires_at
    from exports e join users u on u.id = e.requested_by left join matters m on m.id = e.matter_id`

function visibleTo(tx: Tx, { user_id, role, assigned_matters_only }: Viewer) {
  // A role or an assignment may have been taken away since the export was asked for.
  return sql`
    e.expires_at > ${tx.now} and (e.matter_id is null or m.id is not null)
    and case when e.kind = 'firm' then ${role === "admin"} and (current_viewer() is null or e.requested_by = current_viewer()) else
             ${role === "admin"} and (e.matter_id is not null or current_viewer() is null)
             or (e.requested_by = ${user_id} and not coalesce((e.request ->> 'reveal')::boolean, false)) end
    and (e.matter_id is not null or ${isWithoutClosed})
    and (not ${assigned_matters_only} or m.assignee_id = ${user_id}
         or (e.matter_id is null and e.request #>> '{filters,assignee_id}' = ${user_id}))`
}

/**
 * Whether nothing that is restricted to others than whoever looks is in the file, if there is one yet; what was deleted
 * since is in it still. Ids tell which of two records is older.
 */
const isWithoutClosed = sql`
  (e.file_key is null or not exists (
     select from closed_to_viewer() as c (matter_id)
      where c.matter_id like 'matter\\_%' and not coalesce(
            e.request -> 'left_out' ? c.matter_id or substr(c.matter_id, 8) > substr(e.request ->> 'read_until', 8), false)))`

/** Exports that are being made or can be downloaded, latest first: of the whole firm, or of all else. */
export function listExports(tx: Tx, viewer: Viewer, { of_firm = false } = {}): Promise<ExportRow[]> {
  return tx.all(sql`
    ${columns} where (e.kind = 'firm') = ${of_firm} and ${visibleTo(tx, viewer)} order by e.id desc limit 200`)
}

/** One of them; throws "not found", also once it has expired or its matter was deleted. */
export async function getExport(tx: Tx, viewer: Viewer, id: string): Promise<ExportRow> {
  const row = await tx.maybe<ExportRow>(sql`${columns} where e.id = ${id} and ${visibleTo(tx, viewer)}`)
  if (!row) throw notFound("There is no such export anymore. Ask for it again.")
  return row
}

/**
 * Takes up an export that still has to be made, also one whose maker was killed; undefined when it was made, or nobody
 * can have it anymore.
 */
export async function takeUpExport(tx: Tx, id: string): Promise<ExportRow | undefined> {
  await tx.run(sql`update exports set state = 'running' where id = ${id} and state = 'waiting'`)
  return tx.maybe(sql`
    ${columns} where e.id = ${id} and e.state = 'running' and e.expires_at > ${tx.now}
       and (e.matter_id is null or m.id is not null)`)
}

/** The file is in the store: from now on it is kept. False when nobody wants it anymore, or another made it first. */
export async function markReady(
  tx: Tx,
  id: string,
  file: { key: string; wrapped_key: string; size: number },
  facts: Omit<ExportRequest, "reveal" | "filters" | "progress">,
): Promise<boolean> {
  const marked = await tx.run(sql`
    update exports
       set state = 'ready', file_key = ${file.key}, wrapped_key = ${file.wrapped_key}, size = ${file.size},
           request = request || ${json(facts)}::jsonb, finished_at = ${tx.now},
           expires_at = case kind when 'firm' then ${expiry(tx, "firm")}::timestamptz else ${expiry(tx, "")} end
     where id = ${id} and state = 'running'`)
  return marked === 1
}

/** Says how far an export has come; whoever looks reads it in `request`. */
export async function noteProgress(tx: Tx, id: string, progress: Progress): Promise<void> {
  await tx.run(sql`
    update exports set request = request || ${json({ progress })}::jsonb where id = ${id} and state = 'running'`)
}

/** `fault` is a sentence for the one who asked, with the remedy; null where only the log can say. */
export async function markFailed(tx: Tx, id: string, fault: string | null): Promise<void> {
  await tx.run(sql`
    update exports set state = 'failed', fault = ${fault}, finished_at = ${tx.now}
     where id = ${id} and state = 'running'`)
}

/** Ends an export before its time: nobody sees it from then on, and the background work removes its bytes. */
export async function endExport(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update exports set expires_at = ${tx.now}, state = case when state = 'ready' then state else 'failed' end
     where id = ${id}`)
  await enqueue(tx, "clean-up", {})
}

/** Ends every list of matters and export of the firm that was asked for by then: a matter deleted at that time may be in it. */
export async function endExportsUntil(tx: Tx, until: Date): Promise<void> {
  const ended = await tx.run(sql`
    update exports set expires_at = ${tx.now}, state = case when state = 'ready' then state else 'failed' end
     where matter_id is null and requested_at <= ${until} and expires_at > ${tx.now}`)
  if (ended > 0) await enqueue(tx, "clean-up", {})
}

function expiry(tx: Tx, kind: string): Date {
  const hours = kind === "firm" ? firm_retention_days * 24 : retention_hours
  return new Date(tx.now.getTime() + hours * 3_600_000)
}
