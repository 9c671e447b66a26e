// Optimistic locking for forms. A form that edits stored values carries their revision in its field "seen". If someone
// else has saved since, the form is refused and shown again with the stored values next to the typed ones; sending it
// again overwrites them knowingly.
import { createHash } from "node:crypto"
import type { VNode } from "preact"
import { takeAdvisoryLock } from "../../../platform/db/advisory-lock.ts"
import { conflict } from "../../../platform/errors.ts"
import { Card, SummaryList } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../page-request.ts"

/** A stored value that a form edits or depends on. */
export interface StoredField {
  /** The form field; undefined for a state that the form does not edit. */
  name?: string
  label: string
  value: string | readonly string[]
  show?: (value: string) => string
}

const code = "changed_meanwhile"

/** The revision for a form to carry. One refused for other faults has not been compared yet: it keeps its own. */
export function revisionFor(stored: readonly StoredField[], refused: RefusedForm | undefined): string {
  return refused && !isStale(refused) ? trimmedTextOf(refused.form, "seen") : revisionOf(stored)
}

function isStale(refused: RefusedForm): boolean {
  return refused.faults.some((fault) => fault.code === code)
}

/** Locks the address until the transaction ends: of two simultaneous forms, the second sees what the first has stored. */
export async function lockAddress({ tx, url }: PageRequest): Promise<void> {
  await takeAdvisoryLock(tx, url.split("?")[0] ?? "")
}

/** Throws "conflict" if the form carries another revision than that of the stored values. Lock the address first. */
export function requireRevision(req: PageRequest, stored: readonly StoredField[]): void {
  if (trimmedTextOf(req.form, "seen") === revisionOf(stored)) return
  throw conflict(
    code,
    "Someone changed this after you opened it. The values stored now are below. Review them, then send the form again to replace them with yours.",
  )
}

function revisionOf(stored: readonly StoredField[]): string {
  const values = stored.map(({ name, label, value }) => [name ?? label, value])
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22)
}

/** After a conflict, the values stored now next to the typed ones. */
export function storedNow(stored: readonly StoredField[], refused: RefusedForm | undefined): VNode | null {
  if (!refused || !isStale(refused)) return null
  const { form } = refused
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
          caption="What is stored now and what you typed"
          columns={[
            { label: "Field", cell: ({ field }) => field.label },
            { label: "Stored now", cell: ({ field }) => wordsOf(field, field.value) },
            { label: "What you typed", cell: ({ field, typed }) => wordsOf(field, typed) },
          ]}
          records={fields}
          id={({ field }) => `stored-${field.name}`}
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
