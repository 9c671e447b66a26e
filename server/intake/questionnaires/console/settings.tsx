import { approaches } from "../../../definition/definition.ts"
import { listTeam } from "../../../firm/users/team.ts"
import { approachWords } from "../../../web/console/approach-words.ts"
import { choice, list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import { assigneeOptions } from "../../matters/console/assignee/field.ts"
import { changeQuestionnaire, getQuestionnaireRow } from "../questionnaires.ts"
import { crumbsTo, homeUrl } from "./builder/draft.ts"
import { UsageCards } from "./usage.tsx"

export const settings = form({
  edits: true,
  open: async (req) => {
    const [row, team] = await Promise.all([
      getQuestionnaireRow(req.tx, req.param("questionnaire_id")),
      listTeam(req.tx),
    ])
    return {
      title: "Questionnaire settings",
      breadcrumbs: crumbsTo(row),
      lede: "Changes here apply immediately, to every version.",
      islands: ["copy"],
      below: <UsageCards row={row} req={req} />,
      fields: {
        title: line({
          label: "Title",
          hint: "Clients see this title.",
          max: 200,
          missing: "Enter a title.",
          value: row.title,
        }),
        title_es: line({
          label: "Title in Spanish",
          optional: true,
          hint: "Clients who chose Spanish see this title. If you leave it blank, they see the English one.",
          max: 200,
          value: row.title_es,
        }),
        internal_type: line({
          label: "Type",
          hint: "Your firm’s own name for this type of intake, such as Planning. You can filter matters by it.",
          max: 100,
          missing: "Enter a type.",
          value: row.internal_type,
        }),
        url_short_name: line({
          label: "Short name",
          hint: "Lower-case letters, digits and hyphens, such as estate-planning. Other software identifies the questionnaire by it.",
          max: 60,
          spellcheck: false,
          missing: shortNameRule,
          check: (typed) => (isShortName(typed.toLowerCase()) ? undefined : shortNameRule),
          value: row.url_short_name,
        }),
        // The matters of a version have the people of its approach.
        ...(row.current_version === null && {
          approach: choice({
            label: "Approach",
            hint: "You cannot change this after you publish it.",
            options: approaches.map((value) => ({ value, label: approachWords[value] })),
            value: row.approach,
          }),
        }),
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
  save: async ({ tx }, { title, title_es, url_short_name, default_assignee_id, ...values }, id) => {
    await changeQuestionnaire(tx, id, {
      ...values,
      title: { en: title, es: title_es },
      url_short_name: url_short_name.toLowerCase(),
      default_assignee_id: default_assignee_id || null,
    })
    return { done: "questionnaire_changed" }
  },
})

const shortNameRule = "Use lower-case letters, digits and hyphens, up to 60 characters."

const isShortName = (text: string) => /^[a-z0-9-]{1,60}$/.test(text)
