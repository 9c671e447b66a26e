import { form } from "../../../web/console/forms/form.ts"
import { matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { findHold, type Hold, holdMatter, releaseMatter } from "../holds.ts"
import { reasonField } from "./reason.ts"

export const holdForm = form({
  edits: true,
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
      state: stateOf(await findHold(req.tx, matter.id)),
      record: matter.id,
      submit: "Put on legal hold",
    }
  },
  save: async ({ tx }, { reason }, id) => {
    await holdMatter(tx, id, reason)
    return { done: "matter_held" }
  },
})

export const releaseForm = form({
  edits: true,
  open: async (req) => {
    const matter = await requireMatter(req)
    const held = await findHold(req.tx, matter.id)
    return {
      ...matterForm(matter, "Release this matter?", "Release"),
      text: [
        held && `${held.held_by_name} put it on legal hold: “${held.reason}”`,
        "After that, it can be deleted: by a person, or by your firm’s retention rule if it deletes automatically.",
      ],
      state: stateOf(held),
      record: matter.id,
      submit: "Release the matter",
    }
  },
  save: async ({ tx }, _, id) => {
    await releaseMatter(tx, id)
    return { done: "matter_released" }
  },
})

function stateOf(held: Hold | undefined) {
  return { "Legal hold": held ? `${held.held_by_name}: ${held.reason}` : "None" }
}
