import { form } from "../../../web/console/forms/form.ts"
import { matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { findHold, holdMatter, releaseMatter } from "../holds.ts"
import { reasonField } from "./reason.ts"

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
    return { done: "matter_held", undo: { action: `/console/matters/${id}/release`, fields: {} } }
  },
})

/** Needs no confirmation: "Undo" puts the matter on hold again, for the same reason. */
export async function release(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const reason = (await findHold(req.tx, id))?.reason ?? ""
  await releaseMatter(req.tx, id)
  const to = `/console/matters/${id}`
  return { to, flash: { done: "matter_released", undo: { action: `${to}/hold`, fields: { reason } } } }
}
