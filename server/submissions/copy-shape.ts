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
  /** What identifies it has the first page for itself, and every page carries the logo: a paper to be filed. */
  has_cover?: boolean
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
  /** Paragraphs, from edge to edge. */
  text?: readonly string[]
  figure?: Figure
  rows: CopyRow[]
  table?: CopyTable
}

/** A drawing, in points of its own: made smaller where a page is narrower. */
export interface Figure {
  /** The same in words, for those who cannot see it. */
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
  /** Text alone has no border. */
  border: "none" | "plain" | "strong" | "cut"
  /** Broken into lines that fit. */
  lines: readonly { text: string; size: number; bold?: boolean; soft?: boolean; slanted?: boolean }[]
}

export interface FigureLine {
  points: readonly (readonly [x: number, y: number])[]
  width?: number
  look?: "solid" | "dashed" | "dotted" | "soft" | "ink"
}

export interface CopyTable {
  /** `part` says how much of the width a column takes. */
  columns: readonly { label: string; part: number; align?: "right" }[]
  rows: readonly (readonly string[])[]
  /** The sums, below a stronger line. */
  total?: readonly string[]
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
