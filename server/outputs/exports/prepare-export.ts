import { randomBytes } from "node:crypto"
import type { Readable } from "node:stream"
import { getFirm } from "../../firm/firms/firms.ts"
import { listHiddenMatterIds } from "../../intake/matters/parties/access-list.ts"
import { isAway } from "../../platform/db/database-faults.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { writeEncrypted } from "../../platform/files/encrypted-files.ts"
import type { FileParts } from "../../platform/files/read-stored-file.ts"
import { isStoreAway } from "../../platform/files/store/store-faults.ts"
import { announceFile, discardFile } from "../../platform/files/stored-files.ts"
import { newId } from "../../platform/ids.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import {
  claimExport,
  type ExportRequest,
  type ExportRow,
  firm_retention_days,
  markFailed,
  markReady,
  type Progress,
  recordProgress,
  retention_hours,
} from "./exports.ts"
import { firmExport } from "./firm/firm-export.ts"
import { exportKinds } from "./kinds.ts"
import { listFormats, matterList } from "./matter-list.ts"

export interface PrepareParts extends FileParts {
  base_url: string
}

export interface RequestedExport {
  firm_id: string
  export_id: string
}

/**
 * Creates an export, stores it encrypted and notifies the requester of success or failure. Skips a finished export;
 * restarts one whose worker was killed or whose database went away.
 */
export async function prepareExport(
  parts: PrepareParts,
  { firm_id, export_id }: RequestedExport,
): Promise<void> {
  const { db, files, ring, log, base_url } = parts
  const row = await db.forFirm(firm_id, (tx) => claimExport(tx, export_id))
  if (!row) return
  const actor = { user_id: row.requested_by }
  try {
    const left_out = await listHidden(parts, firm_id, row)
    const { content, facts } = await readContent(parts, firm_id, row)
    // A new name each time: a worker presumed dead may still be writing.
    const key = `exports/${firm_id}/${export_id}-${randomBytes(4).toString("hex")}`
    const { matter_id } = row
    await db.forFirm(firm_id, (tx) => announceFile(tx, { key, purpose: "export", matter_id }))
    const file = await writeEncrypted(files, ring, key, content, { max_bytes: Number.MAX_SAFE_INTEGER })
    const read_until = newId("export")
    // A matter that became visible in the meantime may be in the file.
    const still_hidden = new Set(await listHidden(parts, firm_id, row))
    const about = { ...facts(), left_out: left_out.filter((id) => still_hidden.has(id)), read_until }
    const isWanted = await db.forFirm(
      firm_id,
      async (tx) => {
        const isMarked = await markReady(tx, export_id, file, about)
        if (isMarked) await notify(tx, parts, row, base_url, readyNote(row))
        return isMarked
      },
      actor,
    )
    if (!isWanted) await discardFile({ db, files }, firm_id, key)
  } catch (error) {
    if (isAway(error) || isStoreAway(error)) throw error
    log.error({ err: error, export_id }, "an export could not be created")
    await db.forFirm(
      firm_id,
      async (tx) => {
        await markFailed(tx, export_id, faultOf(error))
        await notify(tx, parts, row, base_url, failed)
      },
      actor,
    )
  }
}

interface Content {
  content: Readable
  /** Facts known once the file is complete. */
  facts: () => Pick<ExportRequest, "revealed" | "restricted" | "damaged">
}

/** For firm exports and lists: the matters hidden from the requester. */
function listHidden({ db }: PrepareParts, firm_id: string, { matter_id, requested_by: user_id }: ExportRow) {
  return matter_id === null ? db.forFirm(firm_id, listHiddenMatterIds, { user_id, is_viewer: true }) : []
}

async function readContent(parts: PrepareParts, firm_id: string, row: ExportRow): Promise<Content> {
  const { matter_id, kind, request, requested_by, content_type } = row
  const actor = { user_id: requested_by }
  if (kind === "firm") {
    const onProgress = (progress: Progress) =>
      parts.db.forFirm(firm_id, (tx) => recordProgress(tx, row.id, progress))
    return firmExport(parts, firm_id, requested_by, { reveal: request.reveal === true, onProgress })
  }
  if (matter_id === null) {
    const format = Object.values(listFormats).find((one) => one.content_type === content_type)
    if (!format) throw new Error(`There is no list of the type ${content_type}.`)
    const { filters = {} } = request
    return {
      content: await matterList(parts.db, firm_id, actor, { filters, format }),
      facts: () => ({}),
    }
  }
  const known = exportKinds[kind]
  if (!known) throw new Error(`There is no export of the kind ${kind}.`)
  const { content, revealed } = await parts.db.forFirm(
    firm_id,
    async (tx) => known.read({ tx, parts, firm: await getFirm(tx) }, matter_id, request.reveal === true),
    { ...actor, is_viewer: true },
  )
  return { content, facts: () => ({ revealed }) }
}

/** An operational error that the requester may see, with a remedy; null for all others. */
function faultOf(error: unknown): string | null {
  if ((error as { code?: string }).code === "ENOSPC")
    return "The file store is full. Ask the administrator of this service to free up space, then request the export again."
  const isForRequester = error instanceof Failure && ["unavailable", "forbidden"].includes(error.kind)
  return isForRequester ? error.message : null
}

interface Note {
  subject: string
  paragraphs: string[]
  button: string
}

const readyNote = ({ kind }: ExportRow): Note => ({
  subject: "Your export is ready",
  paragraphs: [
    `You can download your export for ${kind === "firm" ? `${firm_retention_days} days` : `${retention_hours} hours`}. After that it is deleted; you can request it again.`,
    "To protect your clients’ privacy, this email does not say what is in it.",
  ],
  button: "Download it",
})
const failed: Note = {
  subject: "Your export could not be created",
  paragraphs: [
    "Something went wrong while we prepared it, and nothing was saved. Please request it again.",
    "If that fails too, ask the administrator of this service to check its log.",
  ],
  button: "Open the console",
}

/** Skips a requester who has left or has no address, and a matter deleted in the meantime. */
async function notify(
  tx: Tx,
  { ring }: PrepareParts,
  { id, matter_id, requested_by }: ExportRow,
  base_url: string,
  note: Note,
): Promise<void> {
  const to = await tx.maybe<{ email: string }>(sql`
    select u.email from users u
     where u.id = ${requested_by} and u.deactivated_at is null and u.email <> ''
       and (${matter_id}::text is null or exists (select from matters m where m.id = ${matter_id}))`)
  if (!to) return
  await queueMail(tx, ring, {
    recipient: to.email,
    staff_id: requested_by,
    matter_id: matter_id ?? undefined,
    subject: note.subject,
    paragraphs: note.paragraphs,
    button: { label: note.button, url: `${base_url}/console/settings/exports/${id}` },
    footer: "You received this email because you requested an export.",
  })
}
