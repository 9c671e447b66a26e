// A form that edits something stored carries what it saw of it. One that comes after somebody else has saved is refused
// and shown again, with what is stored now beside what was typed; saving that one puts it in its place knowingly.
import { createHash } from "node:crypto"
import { takeTurn } from "../platform/db/turns.ts"
import { conflict } from "../platform/errors.ts"
import { Card } from "../ui/components/card.tsx"
import { DataTable } from "../ui/components/data-table.tsx"
import { SummaryList } from "../ui/components/summary-list.tsx"
import { type PageRequest, type RefusedForm, textOf } from "./page-request.ts"
import type { View } from "./view.tsx"

/** Something stored that a form edits, or that what it does rests on. */
export interface StoredField {
  /** The field of the form; none for a state that is not typed. */
  name?: string
  label: string
  value: string | readonly string[]
  /** The value in words, where it is not words already. */
  show?: (value: string) => string
}

export type ReadStored = (req: PageRequest) => Promise<readonly StoredField[]>

const code = "changed_meanwhile"

/** What the form saw, which travels with it. */
export function Seen({ req }: { req: PageRequest }) {
  return <input type="hidden" name="seen" value={req.seen} />
}

/** Shows a form with what is stored, and after a refusal what has changed. */
export async function showSeen(
  req: PageRequest,
  read: ReadStored,
  show: (req: PageRequest, refused?: RefusedForm) => Promise<View>,
  refused?: RefusedForm,
): Promise<View> {
  const stored = await read(req)
  const isStale = refused?.faults.some((fault) => fault.code === code) ?? false
  // A form with other faults has not been compared with anything yet.
  const seen = refused && !isStale ? textOf(refused.form, "seen") : revisionOf(stored)
  const view = await show({ ...req, seen }, refused)
  if (!isStale || !refused) return view
  return {
    ...view,
    body: (
      <>
        <StoredNow stored={stored} refused={refused} />
        {view.body}
      </>
    ),
  }
}

/**
 * Throws "conflict" where something has been stored since the form was shown. Until the transaction ends, no other form
 * of this address is compared: of two at the same moment, the second sees what the first has stored.
 */
export async function requireSeen(req: PageRequest, read: ReadStored): Promise<void> {
  const path = req.url.split("?")[0] ?? ""
  await takeTurn(req.tx, path)
  if (textOf(req.form, "seen") === revisionOf(await read(req))) return
  throw conflict(
    code,
    "This was changed since you opened it. Below is what is stored now. Look at it, then send again to put yours in its place.",
  )
}

function revisionOf(stored: readonly StoredField[]): string {
  const values = stored.map(({ name, label, value }) => [name ?? label, value])
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22)
}

function StoredNow({ stored, refused: { form } }: { stored: readonly StoredField[]; refused: RefusedForm }) {
  const states = stored.filter(({ name }) => name === undefined)
  const fields = stored.flatMap((field) => {
    const typed = field.name === undefined ? [] : (form[field.name] ?? [])
    const isSame = JSON.stringify(listOf(field.value)) === JSON.stringify(listOf(typed))
    return field.name === undefined || isSame ? [] : [{ field, typed }]
  })
  if (states.length + fields.length === 0)
    return (
      <Card title="What is stored now">
        <p>The same as you typed.</p>
      </Card>
    )
  return (
    <Card title="What is stored now" flush>
      {states.length > 0 && (
        <SummaryList
          rows={states.map((field) => ({ key: field.label, value: wordsOf(field, field.value) }))}
        />
      )}
      {fields.length > 0 && (
        <DataTable
          caption="What is stored now beside what you typed"
          columns={[
            { key: "field", label: "Field", primary: true },
            { key: "stored", label: "Stored now" },
            { key: "typed", label: "What you typed" },
          ]}
          rows={fields.map(({ field, typed }) => ({
            id: `stored-${field.name}`,
            cells: {
              field: field.label,
              stored: wordsOf(field, field.value),
              typed: wordsOf(field, typed),
            },
          }))}
        />
      )}
    </Card>
  )
}

function listOf(value: StoredField["value"]): readonly string[] {
  return (typeof value === "string" ? [value] : value).map((one) => one.trim()).filter(Boolean)
}

function wordsOf({ show = (value) => value }: StoredField, value: StoredField["value"]): string {
  const list = listOf(value)
  return list.length === 0 ? "Nothing" : list.map(show).join(", ")
}
