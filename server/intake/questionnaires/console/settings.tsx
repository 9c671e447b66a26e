import { listTeam } from "../../../firm/users/team.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { assigneeOptions } from "../../matters/console/assignee/field.ts"
import { changeQuestionnaire, getQuestionnaireRow } from "../questionnaires.ts"
import { crumbsTo, homeUrl } from "./builder/draft.ts"
import { approachField, headFields, headOf } from "./builder/head-fields.ts"
import { atShortName } from "./creating.ts"
import { UsageCards } from "./usage.tsx"

export const settings = form({
  edits: true,
  open: async (req) => {
    const [row, team] = await Promise.all([
      getQuestionnaireRow(req.tx, req.param("questionnaire_id")),
      listTeam(req.tx),
    ])
    return {
      title: "Settings",
      breadcrumbs: crumbsTo(row),
      heading: { lede: "Changes here apply immediately, to every version." },
      islands: ["copy"],
      below: <UsageCards row={row} req={req} />,
      fields: {
        ...headFields(row),
        ...(row.current_version === null && { approach: approachField(row.approach) }),
        default_assignee_id: list({
          label: "Default assignee",
          hint: "Responsible for matters that other software creates through the API. Staff choose an assignee themselves.",
          placeholder: "None",
          options: assigneeOptions(team, req),
          value: row.default_assignee_id ?? "",
        }),
      },
      record: row.id,
      submit: "Save",
      cancel: homeUrl(row.id),
    }
  },
  save: async ({ tx }, values, id) => {
    const { approach, default_assignee_id } = values
    const edits = { ...headOf(values), approach, default_assignee_id: default_assignee_id || null }
    await changeQuestionnaire(tx, id, edits).catch(atShortName)
    return { done: "questionnaire_changed" }
  },
})
