import {
  collectCorrection,
  max_words_characters,
  requestAtOnce,
  unknownSubject,
} from "../../../intake/corrections/requests.ts"
import { listSubjects, type Subject, subjectText } from "../../../intake/corrections/subjects.ts"
import type { MatterDetails } from "../../../intake/matters/console/frame/frame.tsx"
import { mayClientEdit } from "../../../intake/matters/editing.ts"
import { badRequest } from "../../../platform/errors.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { line, text } from "../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { idOf, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { distinctly, itemNamed, type Labeled } from "./labels.ts"
import type { Mode } from "./mode.ts"

/** Asks the client to check something again, at once or with others on a list. */
export async function askMode(req: PageRequest, matter: MatterDetails): Promise<Mode> {
  const subjects = distinctly((await listSubjects(req.tx, matter.id)).map((of) => ({ label: of.label, of })))
  const id = idOf(req.form, "correction")
  const fields = {
    correction_id: hidden(id),
    subject: line({
      label: "What should the client check again?",
      hint: "Type a part of it: an answer, a person, a role, an asset, or a document.",
      max: 1_000,
      missing: unknownSubject.message,
      value: subjects.find(({ of }) => subjectText(of) === req.query.about)?.label ?? "",
      suggestions: subjects.map(({ label: value }) => ({ value })),
    }),
    words: text({
      label: "Your words to the client",
      hint: "Shown in the portal, next to the answer. The email does not include them.",
      rows: 4,
      max: max_words_characters,
    }),
  }
  const isEditable = mayClientEdit(matter)
  return {
    name: "ask",
    draft: req.query.about ?? "",
    fields,
    layout: (show) => (
      <>
        {show(fields)}
        <p class="hint">
          Something the questionnaire does not ask for?{" "}
          <a href={`/console/matters/${matter.id}/documents?ask=yes#request-form`}>Ask for a document</a>
        </p>
        {!isEditable && (
          <p class="hint">
            The client cannot edit this matter now. Add it to the list; you reopen the matter when you send
            the list.
          </p>
        )}
      </>
    ),
    buttons: (
      <>
        {isEditable && <Button icon="mail">Ask now</Button>}
        <Button variant="secondary" icon="plus" name="collect" value="yes">
          Add to the list
        </Button>
      </>
    ),
    save: async () => {
      const { subject, words } = valuesIn(fields, req.form)
      await collectCorrection(req.tx, matter.id, { id, ...subjectNamed(subjects, subject), words })
      if (trimmedTextOf(req.form, "collect")) return "correction_collected"
      await requestAtOnce(req.tx, req.parts, matter.id, [id])
      return "corrections_requested"
    },
  }
}

function subjectNamed(subjects: readonly Labeled<Subject>[], typed: string): Subject {
  const subject = itemNamed(subjects, typed)
  if (subject) return subject.of
  const alike = subjects.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const names = alike.slice(0, 5).map(({ label }) => `“${label}”`)
  const message = alike.length > 1 ? `Choose one of them: ${names.join(", ")}.` : unknownSubject.message
  throw badRequest([{ ...unknownSubject, message }])
}
