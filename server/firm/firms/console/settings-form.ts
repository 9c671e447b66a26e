import type { Tx } from "../../../platform/db/database.ts"
import type { Values } from "../../../web/console/forms/field.ts"
import { form } from "../../../web/console/forms/form.ts"
import { changeSettings, getFirm } from "../firms.ts"
import { firmFields } from "./fields.tsx"

type Groups = ReturnType<typeof firmFields>

/** A form of some settings; `change` stores those that are not stored as their fields read them. */
export function settingsForm<Group extends keyof Groups>(
  group: Group,
  words: { title: string; to: string },
  change: (tx: Tx, firm_id: string, values: Values<Groups[Group]>) => Promise<void> = changeSettings,
) {
  return form({
    edits: true,
    open: async ({ tx }) => {
      const firm = await getFirm(tx)
      return {
        title: words.title,
        fields: firmFields(firm)[group],
        record: firm,
        submit: "Save",
        cancel: words.to,
      }
    },
    save: async ({ tx }, settings, firm) => {
      await change(tx, firm.id, settings)
      return { done: "firm_changed", about: { record_id: firm.id, label: firm.name } }
    },
  })
}
