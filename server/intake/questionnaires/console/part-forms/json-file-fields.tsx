import { badRequest } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { faultAt, type RefusedForm, textOf, typedOr } from "../../../../web/console/page-request.ts"
import { FileField } from "../../../../web/ui/components/file-field.tsx"
import { TextArea } from "../../../../web/ui/components/text-area.tsx"

/**
 * Fields for an exported file or its text. A rejected form has the text, because a browser cannot reselect the file.
 */
export function JsonFileFields({ refused }: { refused: RefusedForm | undefined }) {
  return (
    <>
      <FileField
        id="chosen"
        label="File"
        hint="A .json file. docs/questionnaire-file.md, which comes with Foyer, describes the format."
        accept=".json,application/json"
        error={faultAt(refused, "chosen")}
      />
      <TextArea
        id="file"
        label="Or the file’s text"
        hint="Paste it here instead of choosing a file."
        rows={6}
        spellcheck={false}
        value={typedOr(refused, "file")}
        error={faultAt(refused, "file")}
      />
    </>
  )
}

/** The text of the file; throws "bad request" if there is none. */
export function sentText(form: Form): string {
  const text = textOf(form, "file")
  if (!text) throw unreadable("Choose a file, or paste its text below.")
  return text
}

export function unreadable(message: string) {
  return badRequest([{ param: "chosen", code: "unreadable", message }])
}
