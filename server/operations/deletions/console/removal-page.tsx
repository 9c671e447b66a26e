import { removeNamesOfMatter } from "../../../intake/conflict-names/conflict-names.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { getDeletion } from "../deletions.ts"
import { purgeAtOnce } from "../early-purge.ts"
import { Contents } from "./contents.tsx"
import { deletedMatterForm } from "./deleted-matters-page.tsx"
import { reasonField } from "./reason.ts"

export const removal = form({
  open: async ({ tx, param }) => {
    const row = await getDeletion(tx, param("deletion_id"))
    const isPast = row.purged_at || row.restored_at || row.purge_at <= tx.now
    const past = row.restored_at
      ? "This matter was restored."
      : "This matter is being removed or has already been removed."
    return {
      ...deletedMatterForm(row, "Remove this matter for good now?", "Remove for good:"),
      obstacle: isPast ? { title: past, link: "Go to the deletion" } : undefined,
      above: (
        <Card title="Records to be removed" flush>
          <Contents counts={row.counts} />
        </Card>
      ),
      text: [
        "You won’t be able to restore it. Its files and sealed records are removed from this installation within minutes; the certificate of deletion is then on this matter’s page. Backups contain it until they are overwritten.",
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
    }
  },
  save: async ({ tx }, { reason, names }, { id, matter_id }) => {
    await purgeAtOnce(tx, id, reason)
    if (names) await removeNamesOfMatter(tx, matter_id)
    return { done: "matter_removal_begun" }
  },
})
