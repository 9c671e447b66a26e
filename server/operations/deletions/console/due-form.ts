import { listDueMatters, retentionOf, yearsText } from "../../../intake/matters/retention.ts"
import { countText } from "../../../platform/count-text.ts"
import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { dayText } from "../../../web/console/times.tsx"
import { deleteMatter, grace_days } from "../deletions.ts"
import { certificateHint, reasonField } from "./reason.ts"
import { retentionUrl } from "./words.tsx"

/** As many as a person can review at once; the rest are listed after these are deleted. */
const max_listed = 100

export const dueUrl = `${retentionUrl}/due`

/** Deletes the matters that the rule names, as far as a person selects them. */
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
          options: rows.map(({ id, name, open_date, close_date }) => ({
            value: id,
            label: name,
            hint: `Opened ${dayText(open_date)}, closed ${dayText(close_date)}`,
          })),
          value: rows.map(({ id }) => id),
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
