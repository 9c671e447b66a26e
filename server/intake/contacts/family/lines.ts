// The lines of a family's drawing (pure). They run in the gaps between rows, each kind at its own height, so that none
// crosses a box and no two look like one.
import type { Branch } from "./relatives.ts"
import type { Box, Line } from "./shapes.ts"

type Point = readonly [x: number, y: number]

const lane = 14
const first_lane = 24

export function linesBetween(boxes: readonly Box[]): Line[] {
  const of = (...branches: Branch[]) => boxes.filter(({ branch }) => branches.includes(branch))
  const main = of("main")
  const [partner] = of("partner")
  const below = { both: of("child_both"), main: of("child_main"), partner: of("child_partner") }
  const children = [...below.main, ...below.both, ...below.partner]
  const couple = main[0] && partner ? coupleLine(main[0], partner) : undefined
  const former = of("former").at(-1)
  const heart = couple ? [middleOf(couple)] : main.map(bottomOf)
  return [
    ...(couple ? [couple] : []),
    ...(former && main[0] ? [{ ...coupleLine(former, main[0]), kind: "loose" as const }] : []),

    ...joined(of("parent").map(bottomOf), [...of("sibling"), ...main].map(topOf), 0),
    ...joined(of("partner_parent").map(bottomOf), [...of("partner"), ...of("partner_sibling")].map(topOf), 1),
    ...unsure(of("grandparent").map(bottomOf), of("parent").map(topOf), 0),
    ...unsure(of("partner_grandparent").map(bottomOf), of("partner_parent").map(topOf), 1),
    ...(of("parent").length === 0 ? bracketed([...of("sibling"), ...main], 0) : []),
    ...(of("partner_parent").length === 0 ? bracketed([...of("partner"), ...of("partner_sibling")], 1) : []),

    ...joined(heart, below.both.map(topOf), 0, main),
    ...joined(main.map(bottomOf), below.main.map(topOf), 1),
    ...joined(partner ? [bottomOf(partner)] : [], below.partner.map(topOf), 2),
    ...unsure(children.map(bottomOf), of("grandchild").map(topOf), 1),
    ...unsure(of("grandchild").map(bottomOf), of("great_grandchild").map(topOf), 1),
  ]
}

function bottomOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height]
}

function topOf({ x, y, width }: Box): Point {
  return [x + width / 2, y]
}

/** The line between two boxes next to each other. */
export function coupleLine(left: Box, right: Box): Line {
  const y = left.y + left.height / 2
  return {
    kind: right.is_apart || left.is_apart ? "loose" : "certain",
    points: [
      [left.x + left.width, y],
      [right.x, y],
    ],
  }
}

function middleOf({ points: [left = [0, 0], right = left] }: Line): Point {
  return [(left[0] + right[0]) / 2, left[1]]
}

/** From each upper point down to a common height, and from there to each lower point. */
function joined(
  upper: readonly Point[],
  lower: readonly Point[],
  at: number,
  row: readonly Box[] = [],
): Line[] {
  if (upper.length === 0 || lower.length === 0) return []
  const foot = Math.max(...upper.map(([, y]) => y), ...row.map((box) => box.y + box.height))
  const height = foot + first_lane + at * lane
  const xs = [...upper, ...lower].map(([x]) => x)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const ends = [...upper, ...lower].map(
    ([x, y]): Line => ({
      kind: "certain",
      points: [
        [x, y],
        [x, height],
      ],
    }),
  )
  if (left === right) return ends
  const rail: Line = {
    kind: "certain",
    points: [
      [left, height],
      [right, height],
    ],
  }
  return [...ends, rail]
}

function unsure(upper: readonly Point[], lower: readonly Point[], at: number): Line[] {
  return joined(upper, lower, at).map((line) => ({ ...line, kind: "unsure" }))
}

/** Siblings whose parents are not listed are joined above their boxes. */
function bracketed(boxes: readonly Box[], at: number): Line[] {
  if (boxes.length < 2) return []
  const tops = boxes.map(topOf)
  // They stand in one row.
  const height = (tops[0]?.[1] ?? 0) - lane * (2 - at)
  const xs = tops.map(([x]) => x)
  return [
    ...tops.map(
      ([x, y]): Line => ({
        kind: "certain",
        points: [
          [x, y],
          [x, height],
        ],
      }),
    ),
    {
      kind: "certain",
      points: [
        [Math.min(...xs), height],
        [Math.max(...xs), height],
      ],
    },
  ]
}
