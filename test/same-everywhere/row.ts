import type { Question } from "../../server/definition/definition.ts"
import type { FaultCode } from "../../server/definition/faults/faults.ts"
import type { Language } from "../../server/definition/text.ts"
import type { TestFirm, TestService } from "../harness/service.ts"

/** A kind of question, or a name that no question asks for. */
export type Kind = Question["type"] | "name" | "matter_name"

/** The text typed into the only control, or the texts by the end of the control's name: `{ month: "3", … }`. */
export type Typed = string | Readonly<Record<string, string>>

/** The stored value, null if nothing was typed, or why it is refused. Written by hand, never computed. */
export type Expected = string | boolean | readonly string[] | null | ExpectedFault

/** The fault, with what its sentence shows besides the name. */
export interface ExpectedFault {
  fault: FaultCode
  limit?: string
  example?: string
  first?: string
  second?: string
}

export interface Row {
  kind: Kind
  typed: Typed
  expected: Expected
  /** Settings of the question, such as `{ whole: true }`. */
  settings?: Partial<Question>
  /** The language of the page; English, unless set. */
  language?: Language
}

/** Rows of one kind. */
export function rowsOf(
  kind: Kind,
  pairs: readonly (readonly [Typed, Expected])[],
  settings?: Partial<Question>,
): Row[] {
  return pairs.map(([typed, expected]) => ({ kind, typed, expected, ...(settings && { settings }) }))
}

/** The same rows, typed on a Spanish page. */
export function inSpanish(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, language: "es" }))
}

/** What became of a row. An entry that shows no value, or no sentence, leaves it out. */
export interface Outcome {
  value?: unknown
  /** The sentence about the fault, with `{name}` in the place of the field; true at an entry that shows another. */
  refused?: string | true
}

/** One way into the product. */
export interface Entry {
  name: string
  takes: (row: Row) => boolean
  /** Sends the rows and returns what became of each, in order. */
  send: (rows: readonly Row[], to: { service: TestService; firm: TestFirm }) => Promise<Outcome[]>
  /** Every which row it gets, because each costs a page; all of them on the build server. */
  every?: number
}

const at_once = 20

/** Sends some rows at once, each time to a new matter: a page shows all of its matter, with every earlier change. */
export async function someAtOnce(
  rows: readonly Row[],
  send: (own: readonly Row[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let from = 0; from < rows.length; from += at_once)
    outcomes.push(...(await send(rows.slice(from, from + at_once))))
  return outcomes
}

export function isFault(expected: Expected): expected is ExpectedFault {
  return typeof expected === "object" && expected !== null && "fault" in expected
}

/** The text of a row that has one control. */
export function textOf({ typed }: Row): string {
  return typeof typed === "string" ? typed : Object.values(typed).join(" ")
}

/** The error message of a field on a page, with `{name}` for its quoted label; undefined if it has none. */
export function errorIn(html: string, id: string): string | undefined {
  const [, inner = ""] = new RegExp(`id="${id}-error"[^>]*>(.*?)</p>`, "s").exec(html) ?? []
  const text = inner
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
  return text === "" ? undefined : withoutName(text)
}

/** The sentence with `{name}` in the place of the quoted name of its field. */
export function withoutName(sentence: string): string {
  return sentence.replace(/“[^”]*”|"[^"]*"/, "“{name}”").replace(/«[^»]*»/, "«{name}»")
}
