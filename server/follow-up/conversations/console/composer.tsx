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
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import { day, line, text } from "../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { idOf, type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Actions, Button, PostForm } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import { addNote, listReaders, max_note_characters } from "../../notes/notes.ts"
import { clientMode } from "./client-mode.tsx"
import type { Mode, ModeName } from "./mode.ts"
import { distinctly, itemNamed, type Labeled } from "./mode.ts"
import { repliesMode } from "./replies-mode.tsx"
import { conversationUrl, newest } from "./urls.ts"

const labels: Partial<Record<ModeName, string>> = {
  client: "To the client",
  internal: "Internal note",
  ask: "Ask about…",
}

/** The modes in which staff can write now: a closed matter takes only notes, and only a client who started is asked. */
function modesOf({ state }: MatterDetails): ModeName[] {
  if (state === "closed") return ["internal"]
  return state === "created" ? ["client", "internal"] : ["client", "internal", "ask"]
}

/** The mode that the form was sent in, or the address names. */
export function readMode(req: PageRequest, matter: MatterDetails): Promise<Mode> {
  const wanted = trimmedTextOf(req.form, "to") || req.query.to
  const modes = modesOf(matter)
  const name = [...modes, "replies" as const].find((mode) => mode === wanted) ?? modes[0]
  const read: Record<ModeName, () => Promise<Mode>> = {
    client: () => clientMode(req, matter),
    ask: () => askMode(req, matter),
    replies: () => repliesMode(req, matter.id),
    internal: () => internalMode(req, matter.id),
  }
  return read[name ?? "internal"]()
}

/** The line at the foot of the window that writes to the client or to colleagues, or asks about something. */
export function Composer(props: {
  mode: Mode
  matter: MatterDetails
  req: PageRequest
  refused: RefusedForm | undefined
}) {
  const { mode, matter, req, refused } = props
  const { name, draft, fields, layout, buttons } = mode
  const isMultipart = Object.values(fields).some(({ is_file }) => is_file)
  return (
    <PostForm
      id="composer"
      class={`composer-${name}`}
      // It grows while it has the focus; a press on a button must not take that away.
      tabIndex={-1}
      encType={isMultipart ? "multipart/form-data" : undefined}
      // A reply that a colleague has changed meanwhile is shown next to what was typed.
      data-in-place={name === "replies" ? undefined : true}
      data-draft={[req.staff.user_id, matter.id, name, draft].join(" ")}
    >
      <Tabs
        label="Write"
        items={modesOf(matter).map((each) => ({
          href: `${conversationUrl(matter.id, { to: each })}${newest}`,
          text: labels[each] ?? "",
          current: each === name,
        }))}
      />
      <input type="hidden" name="to" value={name} />
      {layout((some) => showFields(some, refused), refused)}
      <Actions>{buttons}</Actions>
    </PostForm>
  )
}

async function askMode(req: PageRequest, matter: MatterDetails): Promise<Mode> {
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

async function internalMode(req: PageRequest, matter_id: string): Promise<Mode> {
  const readers = await listReaders(req.tx, matter_id)
  const example = readers.find(({ id }) => id !== req.staff.user_id)?.name.split(" ")[0]
  const mention = example ? ` Mention a colleague with an @, for example @${example}.` : ""
  const id = idOf(req.form, "note")
  const note = {
    note_id: hidden(id),
    text: text({
      label: "Note or task",
      hint: `Only your firm sees it.${mention}`,
      rows: 4,
      placeholder: "Note that only your firm sees",
      max: max_note_characters,
    }),
  }
  const task = {
    assignee_id: list({
      label: "Assign to",
      placeholder: "No one (just a note)",
      options: readers
        .filter(({ may_act }) => may_act)
        .map(({ id, name, email }) => ({
          value: id,
          label: `${name || email}${id === req.staff.user_id ? " (you)" : ""}`,
        })),
    }),
    due_date: day({ label: "Due date", optional: true }),
  }
  const fields = { ...note, ...task }
  const isTask = trimmedTextOf(req.form, "assignee_id") !== "" || trimmedTextOf(req.form, "due_date") !== ""
  return {
    name: "internal",
    draft: "",
    fields,
    layout: (show) => (
      <>
        {show(note)}
        <Details summary="Assign it as a task" open={isTask}>
          {show(task)}
        </Details>
      </>
    ),
    buttons: <Button icon="plus">Add for your firm</Button>,
    save: async () => {
      const { assignee_id, text, due_date } = valuesIn(fields, req.form)
      await addNote(req.tx, matter_id, { id, text, due_date, assignee_id: assignee_id || null })
      return assignee_id ? "task_added" : "note_added"
    },
  }
}
