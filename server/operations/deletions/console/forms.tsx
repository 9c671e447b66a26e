// The forms that keep matters from deletion, delete them, and remove them for good.

import { removeNamesOfMatter } from "../../../intake/conflict-names/conflict-names.ts"
import { matterForm } from "../../../intake/matters/console/frame/frame.tsx"
import { requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { lockForEditing } from "../../../intake/matters/editing.ts"
import { findHold, holdMatter, holdSeen, releaseMatter } from "../../../intake/matters/holds.ts"
import { isDeletable, listDueMatters, retentionOf, yearsText } from "../../../intake/matters/retention.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { line, text } from "../../../web/console/forms/text-fields.tsx"
import { findStale } from "../../../web/console/in-place/stale-edits.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { dayText } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { countContents, deleteMatter, getDeletion, grace_days } from "../deletions.ts"
import { purgeAtOnce } from "../early-purge.ts"
import { Contents, deletionUrl, isRestorable, retentionUrl } from "./words.tsx"

/** The certificate is kept forever, so the reason should not name people. */
const certificateHint =
  "It stays on the certificate forever, so don’t name people: “Seven years after closing”, “The client asked for it”."

const max_characters = 500

function reasonField(hint: string) {
  return text({
    label: "Why?",
    hint,
    rows: 2,
    max: max_characters,
    is_limited: true,
    missing: `Enter a reason, in at most ${max_characters} characters.`,
  })
}

export const holdForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    return {
      ...matterForm(matter, "Put this matter on legal hold?", "Legal hold:"),
      text: [
        "Neither a person nor the retention rule can delete it until an admin releases it. Files that someone removes from it stay in storage until then. Nothing else changes.",
      ],
      fields: {
        reason: reasonField(
          "For example, “Litigation” or “The client may come back”. Staff see it on the matter’s page.",
        ),
      },
      record: matter.id,
      submit: "Put on legal hold",
    }
  },
  save: async ({ tx }, { reason }, id) => {
    await holdMatter(tx, id, reason)
    const was = holdSeen({ held_at: tx.now })
    return { done: "matter_held", undo: { action: `/console/matters/${id}/release`, fields: { was } } }
  },
})

/** Needs no confirmation: "Undo" puts the matter on hold again, for the same reason. */
export async function release(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const to = `/console/matters/${id}`
  await lockForEditing(req.tx, id)
  const held = await findHold(req.tx, id)
  const reason = held?.reason ?? ""
  const stale = held && findStale(req, holdSeen(held), `It is on legal hold for “${reason}”.`)
  if (stale) return { to, flash: stale }
  await releaseMatter(req.tx, id)
  return { to, flash: { done: "matter_released", undo: { action: `${to}/hold`, fields: { reason } } } }
}

export const deletionForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const [counts, held] = await Promise.all([countContents(req.tx, matter.id), findHold(req.tx, matter.id)])
    const open = !isDeletable(matter) && "This matter is open. Close it before you delete it."
    const title = held
      ? `This matter is on legal hold: “${held.reason}”. Release it before you delete it.`
      : open
    const notConfirmed = "Type the matter’s name exactly as it is shown."
    return {
      ...matterForm(matter, "Delete this matter?", "Delete"),
      obstacle: title ? { title, link: "Go to the matter" } : undefined,
      above: <Contents title="Records to be deleted" counts={counts} />,
      text: [
        `After that, no one can open the matter in this console or through the API, and its clients’ links say that it is no longer available. For ${grace_days} days, an admin can restore it. Then its records and files are removed for good, and a certificate states what was deleted, by which person and why. The audit log keeps its entries, and conflict checks find the names of its people, except advisors and charities, for as long as your firm keeps them (Retention).`,
      ],
      fields: {
        matter_name: line({
          label: "Type the matter’s name to confirm",
          hint: matter.name,
          spellcheck: false,
          max: 200,
          missing: notConfirmed,
          check: (typed) => (typed === matter.name.trim() ? undefined : notConfirmed),
        }),
        reason: reasonField(certificateHint),
      },
      record: matter.id,
      submit: "Delete the matter",
      variant: "danger",
      icon: "trash",
    }
  },
  save: async ({ tx, parts }, { reason }, matter_id) => {
    const id = await deleteMatter(tx, parts.ring, { matter_id, reason })
    return { done: "matter_deleted", to: deletionUrl({ id }) }
  },
})

/** As many as a person can review at once; the rest are listed after these are deleted. */
const max_listed = 100

export const dueUrl = `${retentionUrl}/due`

export const dueForm = form({
  open: async ({ tx, staff }) => {
    const { years } = retentionOf(staff.firm.settings)
    const due = years === null ? { count: 0, rows: [] } : await listDueMatters(tx, years, max_listed)
    const { count, rows } = due
    return {
      title: countText(count, "matter is due for deletion", "matters are due for deletion"),
      text: [years !== null && `Closed ${yearsText(years)} ago or earlier.`],
      obstacle: count > 0 ? undefined : { title: "No matter is due.", link: "Back to Retention" },
      fields: {
        matter_id: checkboxes({
          label: "Matters to delete",
          hint:
            count > rows.length
              ? `The ${rows.length} oldest of ${count.toLocaleString("en-US")}.`
              : "Clear the matters you still need.",
          options: rows.map(({ id, name, open_date, close_date, restored_at }) => ({
            value: id,
            label: name,
            hint: `Opened ${dayText(open_date)}, closed ${dayText(close_date)}${restored_at ? ", deleted and restored" : ""}`,
          })),
          value: rows.filter(({ restored_at }) => !restored_at).map(({ id }) => id),
          missing: "Select at least one matter that is due.",
        }),
        reason: reasonField(certificateHint),
        confirmed: checkbox({
          label: "I have reviewed the list. Delete the selected matters.",
          hint: `You can restore each below for ${grace_days} days.`,
          missing: "Check this box after you have reviewed the list.",
        }),
      },
      submit: "Delete the selected matters",
      variant: "danger",
      icon: "trash",
    }
  },
  save: async ({ tx, parts }, { matter_id, reason }) => {
    for (const id of matter_id) await deleteMatter(tx, parts.ring, { matter_id: id, reason })
    return { done: "matters_deleted", to: retentionUrl }
  },
})

export const removal = form({
  open: async ({ tx, param }) => {
    const row = await getDeletion(tx, param("deletion_id"))
    const title = row.restored_at
      ? "This matter was restored."
      : "This matter is being removed or has already been removed."
    return {
      title: "Remove for good now",
      obstacle: isRestorable(row, tx.now) ? undefined : { title, link: "Go to the deletion" },
      text: [
        "You won’t be able to restore it. Its files and sealed records are removed from this installation within minutes; the certificate of deletion is then on this page. Backups contain it until they are overwritten.",
        "Do you have to preserve anything for a legal case? Then restore it and put it on legal hold instead.",
      ],
      fields: {
        reason: reasonField(
          "It stays in the audit log, so don’t name people: “The client asked to be erased”.",
        ),
        names: checkbox({
          label: "Also remove the names kept for conflict checks",
          hint: "Conflict checks then no longer find the people of this matter. Leave it unchecked unless someone asked to be erased and you need not keep the name.",
        }),
        sure: checkbox({
          label: "Remove everything now. I understand that no one can restore it.",
          missing: "Check the box to remove it for good.",
        }),
      },
      record: row,
      submit: "Remove for good",
      variant: "danger",
      icon: "trash",
      cancel: deletionUrl(row),
    }
  },
  save: async ({ tx }, { reason, names }, { id, matter_id }) => {
    await purgeAtOnce(tx, id, reason)
    if (names) await removeNamesOfMatter(tx, matter_id)
    return { done: "matter_removal_begun" }
  },
})
