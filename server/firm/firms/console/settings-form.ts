import { form } from "../../../web/console/forms/form.ts"
import { changeSettings, getFirm } from "../firms.ts"
import { firmFields } from "./fields.tsx"

/** A form of some settings for another feature's page. */
export function settingsForm(
  group: "replies" | "signingIn" | "stalled",
  words: { title: string; to: string },
) {
  return form({
    edits: true,
    open: async ({ tx }) => {
      const firm = await getFirm(tx)
      return { title: words.title, fields: firmFields(firm)[group], record: firm, submit: "Save" }
    },
    save: async ({ tx }, settings, firm) => {
      await changeSettings(tx, firm.id, settings)
      return { done: "firm_changed", to: words.to, about: { record_id: firm.id, label: firm.name } }
    },
  })
}
