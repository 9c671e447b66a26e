import type { Definition } from "../../../definition/definition.ts"
import { type Language, type Text, textIn } from "../../../definition/text.ts"
import type { Snapshot } from "../snapshot.ts"

/** The text of a copy, section by section, independent of how it is rendered. */
export interface Copy {
  language: Language
  firm_name: string
  /** Title of the document; by default, "Copy of your answers". */
  title?: string
  /** Title of the questionnaire or, for the file memo, name of the matter. */
  subject: string
  /** A file memo: the identifying facts get a cover page, and every later page shows the firm's name and logo. */
  has_cover?: boolean
  /** Text in every page's footer, so that loose pages can be identified. */
  running?: string
  /** Identifies this copy: number, time, sender. */
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
  /** Full-width paragraphs. */
  text?: readonly string[]
  figure?: Figure
  rows: CopyRow[]
  table?: CopyTable
}

/** A drawing in its own points; scaled down where the page is narrower. */
export interface Figure {
  /** Alternative text for screen readers. */
  alt: string
  width: number
  height: number
  boxes: readonly FigureBox[]
  lines: readonly FigureLine[]
}

export interface FigureBox {
  x: number
  y: number
  width: number
  height: number
  /** Plain text has no border. */
  border: "none" | "plain" | "strong" | "cut"
  /** Already broken into lines that fit. */
  lines: readonly { text: string; size: number; bold?: boolean; soft?: boolean; slanted?: boolean }[]
}

export interface FigureLine {
  points: readonly (readonly [x: number, y: number])[]
  width?: number
  look?: "solid" | "dashed" | "dotted" | "soft" | "ink"
}

export interface CopyTable {
  /** `part` is a column's share of the width. */
  columns: readonly { label: string; part: number; align?: "right" }[]
  rows: readonly (readonly string[])[]
  /** The sums, below a heavier line. */
  total?: readonly string[]
}

export interface CopyRow {
  label: string
  value: string
  /** Where the value leads. */
  link?: string | undefined
}

/** The reader of a copy: language, firm and time zone. */
export interface CopyReader {
  language: Language
  firm_name: string
  time_zone: string
}

/** The sources of a copy's sections. */
export interface CopySource {
  snapshot: Snapshot
  definition: Definition
  language: Language
  names: Readonly<Record<string, string>>
  /** The definition is that of the snapshot's version, so its wording is what people answered. */
  is_exact: boolean
  /** The ids of the requests that files answer, by the file's id: a snapshot has their labels only. */
  requests: Readonly<Record<string, string>>
}

/** Whether people read this text when they answered: the definition may have been reworded since. */
export function isSameWording(
  text: Text | undefined,
  stored: string,
  { is_exact }: Pick<CopySource, "is_exact">,
): boolean {
  return text !== undefined && (is_exact || textIn(text, "en") === stored)
}

/** The definition's text in the reader's language or, if it has been reworded since, what the snapshot has. */
export function wordingOf(text: Text | undefined, stored: string, source: CopySource): string {
  return (isSameWording(text, stored, source) && textIn(text, source.language)) || stored
}

/** The rows that have a value. */
export function withValues(rows: readonly CopyRow[]): CopyRow[] {
  return rows.filter(({ value }) => value !== "")
}
