import { trimmed } from "../../../../definition/values/typed-text.ts"
import { badField } from "../../../../platform/errors.ts"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import { file } from "../../../../web/console/forms/unseen-fields.tsx"

export const max_file_bytes = 1024 * 1024

/** Fields for an exported file or its text. A refused form has the text, because a browser cannot reselect the file. */
export const jsonFileFields = {
  chosen: file({
    label: "File",
    hint: "A .json file. docs/questionnaire-file.md, which comes with Foyer, describes the format.",
    accept: ".json,application/json",
  }),
  file: {
    ...text({
      label: "Or the file’s text",
      hint: "Paste it here instead of choosing a file.",
      rows: 6,
      spellcheck: false,
      max: max_file_bytes,
    }),
    parse: (typed: readonly string[] = []) => {
      const value = trimmed(typed.at(-1) ?? "")
      if (!value) throw unreadable("Choose a file, or paste its text below.")
      return { value }
    },
  },
}

export function unreadable(message: string) {
  return badField("chosen", "unreadable", message)
}
