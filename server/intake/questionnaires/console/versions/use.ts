// Whether new matters can be created from a questionnaire, and whether lists show it.
import { form } from "../../../../web/console/forms/form.ts"
import type { FormPage } from "../../../../web/console/forms/form-page.tsx"
import { changeQuestionnaire, getQuestionnaireRow, type QuestionnaireRow } from "../../questionnaires.ts"
import { crumbsTo, homeUrl } from "../builder/draft.ts"

type Words = Pick<FormPage, "title" | "text" | "submit">

function useForm(
  wordsOf: (row: QuestionnaireRow) => Words,
  save: Parameters<typeof form<Record<string, never>, QuestionnaireRow>>[0]["save"],
) {
  return form({
    edits: true,
    open: async ({ tx, param }) => {
      const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
      return {
        ...wordsOf(row),
        breadcrumbs: crumbsTo(row),
        record: row,
        state: {
          "New matters can be created from it": row.active ? "Yes" : "No",
          Archived: row.archived_at ? "Yes" : "No",
        },
        cancel: homeUrl(row.id),
      }
    },
    save,
  })
}

export const activation = useForm(
  ({ active }) =>
    active
      ? {
          title: "Deactivate this questionnaire?",
          text: [
            "No one can create new matters from it, here or through your other software. Existing matters are not affected.",
          ],
          submit: "Deactivate",
        }
      : {
          title: "Activate this questionnaire?",
          text: ["You can create new matters from it, here and through your other software."],
          submit: "Activate",
        },
  async ({ tx }, _, { id, active }) => {
    await changeQuestionnaire(tx, id, { active: !active })
    return { done: active ? "questionnaire_deactivated" : "questionnaire_activated" }
  },
)

export const archive = useForm(
  ({ archived_at }) =>
    archived_at
      ? {
          title: "Restore this questionnaire?",
          text: ["It will appear in lists again, unchanged."],
          submit: "Restore",
        }
      : {
          title: "Archive this questionnaire?",
          text: [
            "It will no longer appear in lists, here or in your other software, and no one can create new matters from it. Existing matters are not affected. You can restore it at any time.",
          ],
          submit: "Archive",
        },
  async ({ tx }, _, { id, archived_at }) => {
    await changeQuestionnaire(tx, id, { archived: !archived_at })
    return { done: archived_at ? "questionnaire_restored" : "questionnaire_archived" }
  },
)
