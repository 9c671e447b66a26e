// Large exports are requested in one transaction, created in the background, and stored encrypted: for a day, for the
// requester and the firm's admins. A firm export is for admins only and is stored for a week.

import type { StaffRole } from "../../firm/users/staff-roles.ts"
import type { MatterFilters } from "../../intake/matters/list/filters.ts"
import { later } from "../../platform/clock.ts"
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict, notFound } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import { enqueue } from "../../platform/jobs/queue.ts"

export const retention_hours = 24
export const firm_retention_days = 7

/** The parameters of an export and the facts about its result. */
export interface ExportRequest {
  /** Of a matter: decrypts sensitive answers. */
  reveal?: boolean
  /** Of the matter list: its filters. */
  filters?: MatterFilters
  /** Ids of the sensitive answers that the file contains in plain text. */
  revealed?: readonly string[]
  /**
   * Of the firm or the list: ids of the matters hidden from the requester, deleted ones included. Nothing of them is in
   * the file.
   */
  left_out?: readonly string[]
  /** Of the firm or the list: an id created when the file was complete. Newer records are not in it. */
  read_until?: string
  /** Of the firm: how many current matters were left out. */
  restricted?: number
  /** Of the firm: how many files were unreadable. */
  damaged?: number
  /** Of the firm, while being created: how many matters it already contains. */
  progress?: Progress
}

export interface Progress {
  matters: number
  of: number
}

export interface NewExport {
  /** Null for the matter list and the firm. */
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
  /** Why it failed, as a sentence for the requester; null when only the log can say. */
  fault: string | null
  size: number | null
  file_key: string | null
  wrapped_key: string | null
  requested_by: string
  requested_by_name: string
  requested_at: Date
  /** When it stops being downloadable. */
  expires_at: Date
}

/**
 * Who views the list of exports. Admins see all exports of the firm; others see their own, as long as they may see the
 * matter. Matter lists and firm exports contain what their requester may see. In a firm with restricted matters they
 * are for the requester alone, and no longer for them once a matter in the file is hidden from them.
 */
export interface Viewer {
  user_id: string
  role: StaffRole
  assigned_matters_only: boolean
}

/** Requests an export in the background; returns its id. Throws "conflict" while another firm export is running. */
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
      "An export of everything is already running. Wait for it, or delete it first.",
    )
  await enqueue(tx, kind === "firm" ? "prepare-firm-export" : "prepare-export", { export_id: id })
  return id
}

const columns = sql`
  e.id, e.matter_id, m.name as matter_name, e.kind, e.label, e.filename, e.content_type, e.request, e.state,
  e.fault, e.size, e.file_key, e.wrapped_key, e.requested_by, ${userName(sql`u`)} as requested_by_name, e.requested_at,
  e.expires_at`

const from = sql`
  exports e join users u on u.id = e.requested_by left join matters m on m.id = e.matter_id`

function visibleTo(tx: Tx, { user_id, role, assigned_matters_only }: Viewer) {
  // The requester's role or assignment may have changed since.
  return sql`
    e.expires_at > ${tx.now} and (e.matter_id is null or m.id is not null)
    and case when e.kind = 'firm' then ${role === "admin"} and (current_viewer() is null or e.requested_by = current_viewer()) else
             ${role === "admin"} and (e.matter_id is not null or current_viewer() is null)
             or (e.requested_by = ${user_id} and not coalesce((e.request ->> 'reveal')::boolean, false)) end
    and (e.matter_id is not null or ${holdsNothingHidden})
    and (not ${assigned_matters_only} or m.assignee_id = ${user_id}
         or (e.matter_id is null and e.request #>> '{filters,assignee_id}' = ${user_id}))`
}

/**
 * Whether the file, if it exists, contains nothing of a matter hidden from the viewer; matters deleted since still
 * count. Comparing ids tells which of two records is older.
 */
const holdsNothingHidden = sql`
  (e.file_key is null or not exists (
     select from hidden_matters() as c (matter_id)
      where c.matter_id like 'matter\\_%' and not coalesce(
            e.request -> 'left_out' ? c.matter_id or substr(c.matter_id, 8) > substr(e.request ->> 'read_until', 8), false)))`

/** Exports in preparation or ready to download, latest first. */
export function listExports(tx: Tx, viewer: Viewer, page: Page): Promise<Listing<ExportRow>> {
  const where = sql`where ${visibleTo(tx, viewer)}`
  return listCounted(tx, { columns, from, where, order: sql`order by e.id desc` }, page)
}

/** One export; throws "not found", also after it expired or its matter was deleted. */
export async function getExport(tx: Tx, viewer: Viewer, id: string): Promise<ExportRow> {
  const row = await tx.maybe<ExportRow>(sql`
    select ${columns} from ${from} where e.id = ${id} and ${visibleTo(tx, viewer)}`)
  if (!row) throw notFound("This export no longer exists. Request it again.")
  return row
}

/**
 * Claims an export that still has to be created, also one whose worker was killed; undefined when it is finished or can
 * no longer be downloaded.
 */
export async function claimExport(tx: Tx, id: string): Promise<ExportRow | undefined> {
  await tx.run(sql`update exports set state = 'running' where id = ${id} and state = 'waiting'`)
  return tx.maybe(sql`
    select ${columns} from ${from} where e.id = ${id} and e.state = 'running' and e.expires_at > ${tx.now}
       and (e.matter_id is null or m.id is not null)`)
}

/** Marks the stored file as ready. False when the export is no longer wanted, or another worker finished it first. */
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

/** Records the progress of an export in its `request`, where viewers see it. */
export async function recordProgress(tx: Tx, id: string, progress: Progress): Promise<void> {
  await tx.run(sql`
    update exports set request = request || ${json({ progress })}::jsonb where id = ${id} and state = 'running'`)
}

/** `fault` is a sentence with the remedy for the requester; null when only the log can say. */
export async function markFailed(tx: Tx, id: string, fault: string | null): Promise<void> {
  await tx.run(sql`
    update exports set state = 'failed', fault = ${fault}, finished_at = ${tx.now}
     where id = ${id} and state = 'running'`)
}

/** Ends an export early: it disappears at once, and a background job removes its bytes. */
export async function endExport(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update exports set expires_at = ${tx.now}, state = case when state = 'ready' then state else 'failed' end
     where id = ${id}`)
  await enqueue(tx, "clean-up", {})
}

/** Ends every matter list and firm export requested by then, because it may contain a matter deleted at that time. */
export async function endExportsUntil(tx: Tx, until: Date): Promise<void> {
  const ended = await tx.run(sql`
    update exports set expires_at = ${tx.now}, state = case when state = 'ready' then state else 'failed' end
     where matter_id is null and requested_at <= ${until} and expires_at > ${tx.now}`)
  if (ended > 0) await enqueue(tx, "clean-up", {})
}

function expiry(tx: Tx, kind: string): Date {
  const hours = kind === "firm" ? firm_retention_days * 24 : retention_hours
  return later(tx.now, { hours })
}
