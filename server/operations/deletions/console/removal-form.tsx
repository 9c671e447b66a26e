import { removeNamesOfMatter } from "../../../intake/conflict-names/conflict-names.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { getDeletion } from "../deletions.ts"
import { purgeAtOnce } from "../early-purge.ts"
import { reasonField } from "./reason.ts"
import { deletionUrl, isRestorable } from "./words.tsx"

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
