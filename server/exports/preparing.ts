import { getFirm } from "../firms/firms.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { writeEncrypted } from "../platform/files/encrypted-files.ts"
import type { FileParts } from "../platform/files/file-parts.ts"
import { announceFile, discardFile } from "../platform/files/stored-files.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import { type ExportRow, findWaitingExport, markFailed, markReady, retention_hours } from "./exports.ts"
import { type Exported, exportKinds } from "./kinds.ts"
import { matterList } from "./matter-list.ts"

export interface MakingParts extends FileParts {
  base_url: string
}

export interface RequestedExport {
  firm_id: string
  export_id: string
}

/**
 * Makes an export, stores it encrypted and tells whoever asked, also when it cannot be made. One that was made
 * already is left alone; one whose maker was killed is made anew.
 */
export async function prepareExport(
  parts: MakingParts,
  { firm_id, export_id }: RequestedExport,
): Promise<void> {
  const { db, files, ring, log, base_url } = parts
  const row = await db.forFirm(firm_id, (tx) => findWaitingExport(tx, export_id))
  if (!row) return
  const actor = { user_id: row.requested_by }
  try {
    const { content, revealed } = await readContent(parts, firm_id, row)
    const key = `exports/${firm_id}/${export_id}`
    const { matter_id } = row
    await db.forFirm(firm_id, (tx) => announceFile(tx, { key, purpose: "export", matter_id }))
    const file = await writeEncrypted(files, ring, key, content, { max_bytes: Number.MAX_SAFE_INTEGER })
    const isWanted = await db.forFirm(
      firm_id,
      async (tx) => {
        const isMarked = await markReady(tx, export_id, file, revealed)
        if (isMarked) await tell(tx, parts, row, base_url, ready)
        return isMarked
      },
      actor,
    )
    if (!isWanted) await discardFile({ db, files }, firm_id, key)
  } catch (error) {
    log.error({ err: error, export_id }, "an export could not be created")
    await db.forFirm(
      firm_id,
      async (tx) => {
        await markFailed(tx, export_id)
        await tell(tx, parts, row, base_url, failed)
      },
      actor,
    )
  }
}

async function readContent(parts: MakingParts, firm_id: string, row: ExportRow): Promise<Exported> {
  const { matter_id, kind, request, requested_by } = row
  const actor = { user_id: requested_by }
  if (matter_id === null) {
    return { content: matterList(parts.db, firm_id, actor, request.filters ?? {}), revealed: [] }
  }
  const known = exportKinds[kind]
  if (!known) throw new Error(`There is no export of the kind ${kind}.`)
  return parts.db.forFirm(
    firm_id,
    async (tx) => known.read({ tx, parts, firm: await getFirm(tx) }, matter_id, request.reveal === true),
    { ...actor, is_viewer: true },
  )
}

interface Note {
  subject: string
  paragraphs: string[]
  button: string
}

const ready: Note = {
  subject: "Your export is ready",
  paragraphs: [
    `What you asked for can be downloaded for ${retention_hours} hours. Then it is removed; you can ask for it again.`,
    "To keep it private, this email does not say what is in it.",
  ],
  button: "Download it",
}
const failed: Note = {
  subject: "Your export could not be created",
  paragraphs: [
    "Something went wrong while it was prepared, and nothing was kept of it. Please ask for it again.",
    "If that fails too, ask the administrator of this service to look at its log.",
  ],
  button: "Open the console",
}

/** Nobody is told about a matter that was deleted in the meantime, or by an address they no longer have. */
async function tell(
  tx: Tx,
  { ring }: MakingParts,
  { id, matter_id, requested_by }: ExportRow,
  base_url: string,
  note: Note,
): Promise<void> {
  const to = await tx.maybe<{ email: string }>(sql`
    select u.email from users u
     where u.id = ${requested_by} and u.deactivated_at is null and u.email <> ''
       and (${matter_id}::text is null or exists (select from matters m where m.id = ${matter_id}))`)
  if (!to) return
  const firm = await getFirm(tx)
  await queueMail(tx, ring, {
    recipient: to.email,
    matter_id: matter_id ?? undefined,
    subject: note.subject,
    content: {
      firm_name: firm.name,
      color: firm.color,
      heading: note.subject,
      paragraphs: note.paragraphs,
      button: { label: note.button, url: `${base_url}/console/exports/${id}` },
      footer: "You get this email because you asked for an export.",
    },
  })
}
