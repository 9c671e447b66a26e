import type { Definition } from "../definition/definition.ts"
import type { Language } from "../definition/text.ts"
import type { Snapshot } from "./snapshot.ts"

/** A matter in words, section by section: what a copy says, whatever it is printed on. */
export interface Copy {
  language: Language
  firm_name: string
  /** What kind of paper it is; that of a copy of answers where left out. */
  title?: string
  /** Of the questionnaire; in the firm's own file, of the matter. */
  subject: string
  /** At the foot of every page, for paper that is taken apart. */
  running?: string
  /** What identifies this copy: number, time, sender. */
  facts: CopyRow[]
  sections: CopySection[]
  note?: string
}

export interface CopySection {
  title: string
  groups: CopyGroup[]
}

export interface CopyGroup {
  title?: string
  rows: CopyRow[]
}

export interface CopyRow {
  label: string
  value: string
}

/** For whom a copy is written, and by whose clock. */
export interface CopyReader {
  language: Language
  firm_name: string
  time_zone: string
}

/** What parts of a copy are made from. */
export interface CopySource {
  snapshot: Snapshot
  definition: Definition
  language: Language
  names: Readonly<Record<string, string>>
}

/** The rows in which something was given. */
export function withValues(rows: readonly CopyRow[]): CopyRow[] {
  return rows.filter(({ value }) => value !== "")
}
