import { form } from "../../../web/console/forms/form.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import { matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { countContents, deleteMatter, grace_days, isDeletable } from "../deletions.ts"
import { findHold } from "../holds.ts"
import { certificateHint, reasonField } from "./reason.ts"
import { Contents, deletionUrl } from "./words.tsx"

export const deletionForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const [counts, held] = await Promise.all([countContents(req.tx, matter.id), findHold(req.tx, matter.id)])
    const page = matterForm(matter, "Delete this matter?", "Delete")
    const onHold = held && {
      title: `This matter is on legal hold: “${held.reason}”. Release it before you delete it.`,
      link: "Go to the matter",
    }
    const open = {
      title: "This matter is open. Close it before you delete it.",
      link: "Go to the matter",
    }
    const notConfirmed = "Type the matter’s name exactly as it is shown."
    return {
      ...page,
      obstacle: onHold ?? (isDeletable(matter) ? undefined : open),
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
