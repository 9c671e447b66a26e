import { badRequest } from "../../platform/errors.ts"
import type { Form } from "../../platform/http/pages.ts"
import { FileField } from "../../ui/components/file-field.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { faultAt, type RefusedForm, textOf, typedOr } from "../page-request.ts"

/** A file that was exported, or its text: a browser chooses no file twice. */
export function JsonFileFields({ refused }: { refused: RefusedForm | undefined }) {
  return (
    <>
      <FileField
        id="chosen"
        label="The file"
        hint="Its name ends with .json. What it holds is described in docs/questionnaire-file.md, which comes with Foyer."
        accept=".json,application/json"
        error={faultAt(refused, "chosen")}
      />
      <TextArea
        id="file"
        label="Or the file’s text"
        hint="Pasted here, in place of a chosen file."
        rows={6}
        spellcheck={false}
        value={typedOr(refused, "file")}
        error={faultAt(refused, "file")}
      />
    </>
  )
}

/** Throws "bad request" where neither was sent. */
export function sentText(form: Form): string {
  const text = textOf(form, "file")
  if (!text) throw unreadable("Choose a file, or paste its text below.")
  return text
}

/** What is thrown for a file that cannot be read. */
export function unreadable(message: string) {
  return badRequest([{ param: "chosen", code: "unreadable", message }])
}
