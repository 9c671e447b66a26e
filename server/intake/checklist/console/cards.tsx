// The checklist of a matter's documents: a row for each requested document, and a card for files of assets.
import type { ComponentChildren } from "preact"
import { type Names, namesOf } from "../../../definition/people/names.ts"
import { textIn } from "../../../definition/text.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Day } from "../../../web/console/times.tsx"
import { Button, HiddenFields, IfPermitted, Menu, PostButton } from "../../../web/ui/components/button.tsx"
import { Card, Details } from "../../../web/ui/components/card.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { listPeople } from "../../contacts/contacts.ts"
import { purposeOf } from "../../documents/described.ts"
import { listFinancialDocuments } from "../../documents/documents.ts"
import { listMatterFiles, type MatterFile } from "../../documents/matter-files.ts"
import { mayClientEdit } from "../../matters/editing.ts"
import { findHold } from "../../matters/holds.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import { readVisibility } from "../../matters/progress/visibility.ts"
import { type ChecklistItem, isPending, listChecklist } from "../checklist.ts"
import { type Allowed, fileItem, StateTag } from "./file-items.tsx"

export interface Checklist {
  matter_id: string
  clients: readonly string[]
  items: readonly ChecklistItem[]
  /** Files of visible assets, with what each is for. */
  financial: readonly (MatterFile & { purpose: string })[]
  names: Names
  may: Allowed
}

export async function readChecklist(req: PageRequest, matter: MatterRow): Promise<Checklist> {
  const { tx } = req
  const visibility = readVisibility(tx, matter.id)
  const files = listMatterFiles(tx, matter.id)
  const [{ facts }, items, all, { rows }, people, hold] = await Promise.all([
    visibility,
    listChecklist(tx, matter.id, { visibility, files, matter }),
    files,
    listFinancialDocuments(tx, matter.id, { visibility }),
    listPeople(tx, matter.id),
    findHold(tx, matter.id),
  ])
  const purposes = new Map(rows.map((row) => [row.document_id, purposeOf(row)]))
  return {
    matter_id: matter.id,
    clients: facts.clients,
    items,
    financial: all.flatMap((file) => {
      const purpose = purposes.get(file.id)
      return purpose === undefined ? [] : [{ ...file, purpose }]
    }),
    names: namesOf(people),
    may: {
      decide: matter.close_date === null,
      remove: matter.close_date === null && hold === undefined,
      give_back: mayClientEdit(matter) && (matter.started_at !== null || matter.is_submitted),
    },
  }
}

/** The id of the row that has a request of one client, or of both. */
export function rowId({ id, sender }: Pick<ChecklistItem, "id" | "sender">): string {
  return sender ? `${id}-${sender}` : id
}

/** The requested documents: first what staff review, then what the client still sends; what is done is folded. */
export function RequestCard({ req, list }: { req: PageRequest; list: Checklist }) {
  const review = list.items.filter(({ state }) => state === "received")
  const pending = list.items.filter(({ state }) => isPending(state))
  const done = list.items.filter((item) => !review.includes(item) && !pending.includes(item))
  const rows = (items: readonly ChecklistItem[]) =>
    items.map((item) => <RequestRow key={rowId(item)} req={req} list={list} item={item} />)
  const is_folded = review.length + pending.length > 0
  return (
    <div id="requests" data-live>
      {list.items.length > 0 && (
        <Card title="Requested documents" flush>
          <ul class="document-rows">{rows([...review, ...pending, ...(is_folded ? [] : done)])}</ul>
          {is_folded && done.length > 0 && (
            <Details summary={`Done: ${done.length}`} attributes={{ class: "details document-done" }}>
              <ul class="document-rows">{rows(done)}</ul>
            </Details>
          )}
        </Card>
      )}
    </div>
  )
}

export function RequestRow({ req, list, item }: { req: PageRequest; list: Checklist; item: ChecklistItem }) {
  const { id, label, required, sender, state, files, is_added } = item
  const name = textIn(label, "en")
  return (
    <li id={rowId(item)} class="document-row" data-drop={sender === null && list.may.decide ? id : undefined}>
      <div class="document-head">
        <h3>{sender && !is_added ? `${name} (${list.names[sender] || "one client"}, alone)` : name}</h3>
        {!required && <span class="cell-note">{item.is_from_firm ? "From your firm" : "Optional"}</span>}
        <StateTag state={state} />
        <DueDay list={list} item={item} />
        {is_added && files.length === 0 && list.may.decide && (
          <PostButton
            action={`/console/matters/${list.matter_id}/documents/withdrawal`}
            fields={{ request_id: id }}
            inPlace
            small
            variant="quiet"
            about={name}
          >
            Withdraw
          </PostButton>
        )}
      </div>
      {is_added && item.help && <p class="cell-note long-text">{textIn(item.help, "en")}</p>}
      {files.length > 0 && (
        <FileList
          label={`Files for ${name}`}
          dense
          files={files.map((file) => fileItem(req, list.matter_id, file, list.may, files.length === 1))}
        />
      )}
    </li>
  )
}

function DueDay({ list, item }: { list: Checklist; item: ChecklistItem }) {
  const { id, sender, due_on, is_overdue, label } = item
  const action = `/console/matters/${list.matter_id}/documents/due-days`
  const text: ComponentChildren = due_on ? (
    <>
      {is_overdue ? "Overdue since " : "Due "}
      <Day day={due_on} />
    </>
  ) : (
    "No due day"
  )
  if (!list.may.decide) return due_on ? <span class="cell-note">{text}</span> : null
  return (
    <IfPermitted href={action}>
      <Menu id={`due-${rowId(item)}`} label={text} about={textIn(label, "en")}>
        <form method="post" action={action} class="stack" data-in-place>
          <HiddenFields values={{ request_id: id, due_for: sender ?? undefined, was: due_on ?? "" }} />
          <TextField
            id={`day-${rowId(item)}`}
            name="due_on"
            label="Due day"
            type="date"
            value={due_on ?? ""}
          />
          <Button small>Save</Button>
        </form>
      </Menu>
    </IfPermitted>
  )
}

export function FinancialCard({ req, list }: { req: PageRequest; list: Checklist }) {
  return (
    <div id="financial-documents">
      {list.financial.length > 0 && (
        <Card title="Documents for assets">
          <FileList
            label="Documents for assets"
            dense
            files={list.financial.map(({ purpose, ...file }) => {
              const item = fileItem(req, list.matter_id, file, list.may)
              return { ...item, detail: [purpose, ", ", item.detail] }
            })}
          />
        </Card>
      )}
    </div>
  )
}
