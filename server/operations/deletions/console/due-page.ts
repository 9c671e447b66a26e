import { listDueMatters, retentionOf, yearsText } from "../../../intake/matters/retention.ts"
import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { dayText } from "../../../web/console/times.tsx"
import { deleteMatter, grace_days } from "../deletions.ts"
import { certificateHint, reasonField } from "./reason.ts"

/** As many as a person can review at once; the rest are listed after these are deleted. */
const max_listed = 100

export const dueForm = form({
  open: async ({ tx, staff }) => {
    const { years } = retentionOf(staff.firm.settings)
    const due = years === null ? { count: 0, rows: [] } : await listDueMatters(tx, years, max_listed)
    const { count, rows } = due
    return {
      title: "Matters due for deletion",
      breadcrumbs: [{ text: "Retention", href: "/console/settings/retention" }],
      heading: { lede: years === null ? undefined : `Closed ${yearsText(years)} ago or earlier.` },
      obstacle:
        rows.length > 0
          ? undefined
          : {
              title: "No matter is due",
              text:
                years === null
                  ? "Your firm keeps closed matters forever."
                  : "No matter was closed that long ago.",
              link: "Back to Retention",
            },
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
          hint: `You can restore each for ${grace_days} days from Deleted matters.`,
          missing: "Check this box after you have reviewed the list.",
        }),
      },
      submit: "Delete the selected matters",
      variant: "danger",
      icon: "trash",
      cancel: "/console/settings/retention",
    }
  },
  save: async ({ tx, parts }, { matter_id, reason }) => {
    for (const id of matter_id) await deleteMatter(tx, parts.ring, { matter_id: id, reason })
    return { done: "matters_deleted", to: "/console/settings/deleted-matters" }
  },
})
