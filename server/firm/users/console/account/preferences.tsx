import { checkbox, choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { colorSchemes } from "../../../../web/ui/color-scheme.ts"
import { changePreferences, readPreferences } from "../../users.ts"
import { accountCrumb } from "./proof.tsx"

const schemeWords = { device: "Same as device", light: "Light", dark: "Dark" }

export const preferences = form({
  edits: true,
  open: async ({ tx }) => ({
    title: "Appearance and keyboard",
    text: [
      <>
        What single keys do: see <a href="/console/keyboard">all shortcuts</a>.
      </>,
    ],
    fields: preferenceFields(await readPreferences(tx)),
    submit: "Save",
    cancel: `${accountCrumb.href}#preferences-form`,
  }),
  save: async ({ tx, staff }, { color_scheme, single_keys }) => {
    await changePreferences(tx, staff.user_id, { color_scheme, single_keys: single_keys ? "on" : "off" })
    return { done: "preferences_changed" }
  },
})

export function preferenceFields(own: Readonly<Record<string, string | undefined>>) {
  return {
    color_scheme: choice({
      label: "Color scheme",
      inline: true,
      options: colorSchemes.map((value) => ({ value, label: schemeWords[value] })),
      value: colorSchemes.find((one) => one === own.color_scheme) ?? "device",
    }),
    single_keys: checkbox({
      label: "Single-key shortcuts",
      hint: "j and k move through lists, and ? shows all keys. Ctrl+K or Cmd+K opens the search in any case.",
      value: own.single_keys !== "off",
    }),
  }
}
