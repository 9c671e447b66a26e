// What can be done with the entries of a conversation, wherever they are shown.
import type { ComponentChildren } from "preact"
import { resolveCorrection, withdrawCorrection } from "../../../intake/corrections/corrections.ts"
import { requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import type { MatterRow } from "../../../intake/matters/matter-row.ts"
import { markReplyNotNeeded } from "../../../intake/messages/writing.ts"
import { notFound } from "../../../platform/errors.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import type { Flash, FlashKey } from "../../../web/console/forms/flash.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Access, Console } from "../../../web/console/routing.ts"
import { markMentionDone, markTask, type RemovedNote, removeOwnNote, restoreNote } from "../../notes/notes.ts"
import type { EntryKind } from "../conversations.ts"
import { collectedPart } from "./collected.tsx"
import { readEntries, StreamEntryItem } from "./stream.tsx"
import { conversationUrl } from "./urls.ts"

export function entryActions(console: Console): void {
  const base = "/console/matters/:matter_id"

  action(`${base}/messages/:topic_id/no-reply`, "message", async ({ tx, param }, matter_id) => {
    await markReplyNotNeeded(tx, matter_id, param("topic_id"))
    return "reply_not_needed"
  })
  action(`${base}/notes/:note_id/completion`, "note", async ({ tx, param, form }, matter_id) => {
    const isDone = trimmedTextOf(form, "done") !== "no"
    await markTask(tx, matter_id, param("note_id"), isDone)
    return isDone ? "task_done" : "task_reopened"
  })
  action(`${base}/notes/:note_id/mention`, "note", markDone, { own: true })
  action(`${base}/notes/:note_id/removal`, "note", removeNote)
  action(`${base}/corrections/:correction_id/settlement`, "correction", async ({ tx, param }, matter_id) => {
    await resolveCorrection(tx, matter_id, param("correction_id"))
    return "correction_resolved"
  })
  action(`${base}/corrections/:correction_id/withdrawal`, "correction", async ({ tx, param }, matter_id) => {
    await withdrawCorrection(tx, matter_id, param("correction_id"))
    return "correction_withdrawn"
  })

  function action(
    url: string,
    kind: EntryKind,
    act: (req: PageRequest, matter_id: string) => Promise<FlashKey | Flash>,
    access?: Access,
  ): void {
    const run = async (req: PageRequest) => {
      const matter = await requireMatter(req)
      const done = await act(req, matter.id)
      return { ...whereTo(req, matter, kind), flash: typeof done === "string" ? { done } : done }
    }
    console.action(url, run, access)
  }
}

async function markDone({ tx, param }: PageRequest, matter_id: string): Promise<FlashKey> {
  await markMentionDone(tx, matter_id, param("note_id"))
  return "mention_done"
}

/** Removes a note, or undoes it: the note travels in the form behind "Undo", sealed, so that nothing of it stays stored. */
async function removeNote(req: PageRequest, matter_id: string): Promise<FlashKey | Flash> {
  const { tx, staff, form, parts } = req
  const id = req.param("note_id")
  const context = `removed_note:${staff.user_id}:${matter_id}:${id}`
  const sealed = trimmedTextOf(form, "removed")
  if (sealed) {
    await restoreNote(tx, matter_id, id, opened(parts.ring, sealed, context))
    return "note_restored"
  }
  const removed = parts.ring.seal(JSON.stringify(await removeOwnNote(tx, matter_id, id)), context)
  const fields = { removed, entry: id, back: trimmedTextOf(form, "back") }
  return { done: "note_removed", undo: { action: req.url, fields } }
}

function opened(ring: KeyRing, sealed: string, context: string): RemovedNote {
  try {
    return JSON.parse(ring.open(sealed, context))
  } catch {
    throw notFound()
  }
}

interface WhereTo {
  to: string
  part?: () => Promise<ComponentChildren>
}

/** Back to the page the form was on, or to the entry. In the conversation, only the entry itself is drawn again. */
function whereTo(req: PageRequest, matter: MatterRow, kind: EntryKind): WhereTo {
  const matter_id = matter.id
  const [back, id] = [trimmedTextOf(req.form, "back"), trimmedTextOf(req.form, "entry")]
  if (!back) return { to: conversationUrl(matter_id) }
  const to = localPath(back)
  if (!to.startsWith(conversationUrl(matter_id))) return { to }
  const here = { ...req, url: back }
  return {
    to: id ? `${to}#${id}` : to,
    part: async () => {
      if (!id) return collectedPart(here, matter)
      const entry = { kind, id }
      return <StreamEntryItem entry={entry} read={await readEntries(req, matter_id, [entry])} req={here} />
    },
  }
}
