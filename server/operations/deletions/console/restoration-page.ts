import { form } from "../../../web/console/forms/form.ts"
import { getDeletion, restoreMatter } from "../deletions.ts"
import { deletedMatterForm } from "./deleted-matters-page.tsx"

export const restoration = form({
  open: async ({ tx, param }) => {
    const row = await getDeletion(tx, param("deletion_id"))
    return {
      ...deletedMatterForm(row, "Restore this matter?", "Restore"),
      text: [
        "Every answer, file and submission is restored. Its clients’ links work again, and the API returns it again.",
      ],
      record: row.id,
      submit: "Restore the matter",
    }
  },
  save: async ({ tx, parts }, _, id) => {
    const matter_id = await restoreMatter(tx, parts.ring, id)
    return { done: "matter_restored", to: `/console/matters/${matter_id}` }
  },
})
