// Positions the boxes and lines of a family's drawing (pure): one row per generation, the main person and the partner
// in the middle of theirs, people without a known place below. The same family always gets the same drawing.

import { linesBetween } from "./lines.ts"
import type { Branch, Relation } from "./relatives.ts"
import type { Box, Line } from "./shapes.ts"

export interface Position extends Relation {
  id: string
  /** Height of its text. */
  height: number
  /** Separated, divorced or otherwise no longer living with the main person. */
  is_apart?: boolean
}

export interface Drawing {
  width: number
  height: number
  boxes: readonly Box[]
  lines: readonly Line[]
  /** Where the rows of people without a known place start, with a heading above them; undefined when there are none. */
  others: { x: number; y: number } | undefined
}

export const box_width = 168
const gap = 16
const branch_gap = 36
/** Wide enough for the line from a couple to their children. */
const couple_gap = 44
/** Wide enough for three lines next to each other. */
const row_gap = 76
export const margin = 8
/** Space for the line that joins siblings whose parents are not listed. */
const bracket = 36
const others_gap = 32
export const others_head = 36
/** The minimum boxes per row, however narrow the rest is. */
const least_others = 3

const order: readonly Branch[] = [
  "indirect",
  "grandparent",
  "partner_grandparent",
  "parent",
  "partner_parent",
  "sibling",
  "former",
  "main",
  "partner",
  "partner_sibling",
  "child_main",
  "child_both",
  "child_partner",
  "grandchild",
  "great_grandchild",
]

/** Draws the family; `positions` contains exactly one main person. */
export function layOut(positions: readonly Position[]): Drawing {
  const placed = positions.filter(({ branch }) => branch !== "other")
  const generations = [...new Set(placed.map(({ generation }) => generation))].toSorted((a, b) => a - b)
  const rowOf = (generation: number) => placed.filter((position) => position.generation === generation)
  const middle = placeMiddle(rowOf(0))
  let y = margin + (generations[0] === 0 ? bracket : 0)
  const boxes: Box[] = []
  for (const generation of generations) {
    const row = rowOf(generation)
    const height = Math.max(...row.map((position) => position.height))
    const xs = generation === 0 ? middle.xs : placeRow(row, middle)
    for (const { id, branch, is_apart = false } of row)
      boxes.push({ id, branch, is_apart, x: xs.get(id) ?? 0, y, width: box_width, height })
    y += height + row_gap
  }
  const left = Math.min(...boxes.map(({ x }) => x)) - margin
  const own = boxes.map((box) => ({ ...box, x: box.x - left }))
  const right = Math.max(...own.map((box) => box.x + box.width))
  const bottom = y - row_gap
  const rest = positions.filter(({ branch }) => branch === "other")
  const others = placeOthers(rest, right, bottom + others_gap + others_head)
  const all = [...own, ...others]
  return {
    width: Math.max(...all.map((box) => box.x + box.width)) + margin,
    height: Math.max(...all.map((box) => box.y + box.height)) + margin,
    boxes: all,
    lines: linesBetween(own),
    others: others[0] && { x: others[0].x, y: bottom + others_gap },
  }
}

interface Middle {
  xs: Map<string, number>
  main: number
  partner: number
  couple: number
}

/** The main person's own generation, from left to right; the other rows align with its middle. */
function placeMiddle(row: readonly Position[]): Middle {
  const xs = new Map<string, number>()
  let x = 0
  let last: Branch | undefined
  const sorted = row.toSorted((a, b) => order.indexOf(a.branch) - order.indexOf(b.branch))
  for (const { id, branch } of sorted) {
    if (last !== undefined) x += gapBetween(last, branch)
    xs.set(id, x)
    x += box_width
    last = branch
  }
  const centerOf = (wanted: Branch) => {
    const position = row.find(({ branch }) => branch === wanted)
    return position && (xs.get(position.id) ?? 0) + box_width / 2
  }
  const main = centerOf("main") ?? 0
  const partner = centerOf("partner")
  return { xs, main, partner: partner ?? main, couple: partner === undefined ? main : (main + partner) / 2 }
}

function gapBetween(left: Branch, right: Branch): number {
  if (right === "main" && left === "former") return couple_gap
  if (left === "main" && right === "partner") return couple_gap
  return left === right ? gap : branch_gap
}

/** One other generation: each branch as close as possible to its relatives above or below. */
function placeRow(row: readonly Position[], middle: Middle): Map<string, number> {
  const blocks = order
    .map((branch) => ({ branch, positions: row.filter((position) => position.branch === branch) }))
    .filter(({ positions }) => positions.length > 0)
    .map((block) => ({ ...block, width: block.positions.length * (box_width + gap) - gap }))
  const xs = new Map<string, number>()
  const put = ({ positions }: (typeof blocks)[number], x: number) => {
    positions.forEach(({ id }, index) => {
      xs.set(id, x + index * (box_width + gap))
    })
  }
  const tied = blocks.filter(({ branch }) => branch !== "indirect")
  const wished = tied.map(({ branch, width }) => centerFor(branch, middle) - width / 2)
  const found: number[] = []
  tied.forEach((_, index) => {
    const [before, end] = [tied[index - 1], found[index - 1]]
    const free = before && end !== undefined ? end + before.width + branch_gap : Number.NEGATIVE_INFINITY
    found.push(Math.max(wished[index] ?? 0, free))
  })
  // Collisions push blocks to the right only, so shift the row back by the average push.
  const pushed = found.reduce((sum, x, index) => sum + x - (wished[index] ?? 0), 0) / tied.length
  tied.forEach((block, index) => {
    put(block, Math.round((found[index] ?? 0) - pushed))
  })
  const neighbor = blocks.find(({ branch }) => branch === "indirect")
  if (neighbor) {
    const free = tied.length > 0 ? Math.min(...xs.values()) - branch_gap : middle.main - box_width / 2
    put(neighbor, free - neighbor.width)
  }
  return xs
}

function centerFor(branch: Branch, { main, partner, couple }: Middle): number {
  switch (branch) {
    case "parent":
    case "grandparent":
    case "child_main":
      return main
    case "partner_parent":
    case "partner_grandparent":
    case "child_partner":
      return partner
    default:
      return couple
  }
}

/** People without a known place, in centered rows about as wide as the rest. */
function placeOthers(positions: readonly Position[], right: number, y: number): Box[] {
  const height = Math.max(0, ...positions.map((position) => position.height))
  const a_row = Math.max(least_others, Math.floor((right - margin + gap) / (box_width + gap)))
  const width = Math.min(a_row, positions.length) * (box_width + gap) - gap
  const x = Math.max(margin, Math.round((margin + right - width) / 2))
  return positions.map(({ id, branch }, index) => ({
    id,
    branch,
    is_apart: false,
    x: x + (index % a_row) * (box_width + gap),
    y: y + Math.floor(index / a_row) * (height + gap),
    width: box_width,
    height,
  }))
}
