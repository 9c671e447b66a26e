// Staff request documents that the questionnaire does not ask for: a few lines, or a set the firm uses often.
import type { ComponentChildren } from "preact"
import { namesOf } from "../../../definition/people/names.ts"
import { choice, list as listField } from "../../../web/console/forms/choice-fields.tsx"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import { day, line, text } from "../../../web/console/forms/text-fields.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { Button, PostForm } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { listPeople } from "../../contacts/contacts.ts"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { readVisibility } from "../../matters/progress/visibility.ts"
import { requestDocuments, restoreRequests, withdrawRequests } from "../requests.ts"
import { max_in_set, max_label_characters, max_note_characters, max_set_name_characters } from "../schema.ts"
import { type DocumentSet, listDocumentSets, removeDocumentSet, saveDocumentSet } from "../sets.ts"
import { AddFile } from "./adding.tsx"
import { type Checklist, RequestCard, readChecklist } from "./cards.tsx"

const form_id = "request-form"

const homeOf = (matter_id: string) => `/console/matters/${matter_id}/documents`

function fieldsOf({ clients, names }: Pick<Checklist, "clients" | "names">, sets: readonly DocumentSet[]) {
  return {
    labels: text({
      label: "Which documents?",
      hint: "One per line.",
      max: max_in_set * (max_label_characters + 2),
      rows: 2,
    }),
    ...(sets.length > 0 && {
      set: listField({
        label: "A set of documents",
        placeholder: "None",
        options: sets.map(({ id, name, labels }) => ({ value: id, label: `${name} (${labels.length})` })),
      }),
    }),
    ...(clients.length > 1 && {
      contact: choice({
        label: "From whom?",
        value: "",
        inline: true,
        options: [
          { value: "", label: "Either client" },
          ...clients.map((id) => ({ value: id, label: names[id] || "A client without a name" })),
        ],
      }),
    }),
    due_on: day({ label: "Due day", optional: true }),
    note: text({ label: "A sentence for the client", optional: true, max: max_note_characters, rows: 2 }),
    set_name: line({
      label: "Keep as a set named",
      hint: "To request the same documents in other matters.",
      optional: true,
      max: max_set_name_characters,
    }),
  }
}

export function RequestForm(props: {
  req: PageRequest
  list: Checklist
  sets: readonly DocumentSet[]
  refused?: RefusedForm | undefined
}) {
  const { req, list, sets } = props
  const action = `${homeOf(list.matter_id)}/requests`
  const refused = props.refused?.form.labels && props.refused
  if (!list.may.decide) return null
  return (
    <div id={form_id}>
      <PostForm action={action} data-in-place>
        <Details summary="Ask for a document" open={refused !== undefined || req.query.ask !== undefined}>
          {showFields(fieldsOf(list, sets), refused)}
          <Button small icon="plus">
            Ask the client
          </Button>
          <Sets list={list} sets={sets} />
        </Details>
      </PostForm>
    </div>
  )
}

function Sets({ list, sets }: { list: Checklist; sets: readonly DocumentSet[] }) {
  const action = `${homeOf(list.matter_id)}/sets`
  if (sets.length === 0) return null
  return (
    <Details summary={sets.length === 1 ? "What is in the set" : "What is in each set"}>
      <List
        items={sets.map(({ id, name, labels }) => (
          <>
            {name}: {labels.join(", ")}{" "}
            <Button small variant="quiet" name="removed_set" value={id} formaction={action} about={name}>
              Remove
            </Button>
          </>
        ))}
      />
    </Details>
  )
}

export async function request(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const matter = await requireMatter(req)
  const [sets, { facts }, people] = await Promise.all([
    listDocumentSets(tx),
    readVisibility(tx, matter.id),
    listPeople(tx, matter.id),
  ])
  const { set, contact, due_on, note, set_name, ...typed } = valuesIn(
    fieldsOf({ clients: facts.clients, names: namesOf(people) }, sets),
    form,
  )
  const of_set = sets.find(({ id }) => id === set)?.labels ?? []
  const lines = [...typed.labels.split("\n"), ...of_set].map((label) => label.trim())
  const labels = [...new Set(lines.filter(Boolean))]
  const ids = await requestDocuments(tx, matter.id, { labels, note, contact_id: contact || null, due_on })
  if (set_name !== "") await saveDocumentSet(tx, set_name, labels)
  const home = homeOf(matter.id)
  return {
    to: `${home}#${ids[0]}`,
    flash: {
      done: "documents_requested",
      undo: { action: `${home}/withdrawal`, fields: { request_id: ids } },
    },
    about: { record_id: ids[0], label: labels.join(", ") },
    part: async () => {
      const list = await readList(req)
      return (
        <>
          {await requestForm(req, list)}
          {changedRequests(req, list)}
        </>
      )
    },
  }
}

export async function withdraw(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const { id: matter_id } = await requireMatter(req)
  const ids = form.request_id ?? []
  const is_again = trimmedTextOf(form, "again") !== ""
  await (is_again ? restoreRequests : withdrawRequests)(tx, matter_id, ids)
  const home = homeOf(matter_id)
  const undo = { action: `${home}/withdrawal`, fields: { request_id: ids, again: is_again ? "" : "yes" } }
  return {
    to: home,
    flash: { done: is_again ? "documents_requested" : "document_request_withdrawn", undo },
    about: { record_id: ids[0] },
    part: async () => changedRequests(req, await readList(req)),
  }
}

/** Whether the form of new requests holds anything to send. */
export function isTyped({ form }: PageRequest): boolean {
  return ["labels", "due_on", "note", "set_name"].some((name) => trimmedTextOf(form, name) !== "")
}

export async function removeSet(req: PageRequest): Promise<Redirect> {
  const { id: matter_id } = await requireMatter(req)
  const { id, name } = await removeDocumentSet(req.tx, trimmedTextOf(req.form, "removed_set"))
  return {
    to: homeOf(matter_id),
    flash: { done: "document_set_removed" },
    about: { record_id: id, label: name },
    // The button stands in the form: what is typed there stays.
    part: async () => requestForm(req, await readList(req), { form: req.form, faults: [] }),
  }
}

const readList = async (req: PageRequest) => readChecklist(req, await requireMatter(req))

async function requestForm(
  req: PageRequest,
  list: Checklist,
  refused?: RefusedForm,
): Promise<ComponentChildren> {
  return <RequestForm req={req} list={list} sets={await listDocumentSets(req.tx)} refused={refused} />
}

function changedRequests(req: PageRequest, list: Checklist): ComponentChildren {
  return (
    <>
      <AddFile list={list} refused={undefined} />
      <RequestCard req={req} list={list} />
    </>
  )
}
