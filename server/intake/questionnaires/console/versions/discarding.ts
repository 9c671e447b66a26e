import { form } from "../../../../web/console/forms/form.ts"
import { saveStep } from "../../editing/draft-steps.ts"
import { crumbsOf, draftUrl, homeUrl, openDraft, requireSeen, revisionField } from "../builder/draft.ts"

export const discarding = form({
  open: async (req) => {
    const draft = await openDraft(req)
    return {
      title: "Discard the draft?",
      breadcrumbs: crumbsOf(draft),
      text: [
        "This discards all changes since the current version was published. To get them back, open the draft and choose Undo.",
      ],
      fields: revisionField(draft),
      record: draft,
      submit: "Discard the draft",
      variant: "danger",
      cancel: draftUrl(draft.row.id),
    }
  },
  save: async (req, _, draft) => {
    const { row } = requireSeen(req, draft)
    await saveStep(req.tx, row.id, null, row.draft_revision, "Discard the draft")
    return { done: "draft_discarded", to: homeUrl(row.id) }
  },
})
