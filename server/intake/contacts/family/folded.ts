// A family's drawing for a narrow screen (pure): two columns, the main person's side on the left and the partner's on the
// right. Boxes of one side hang on a rail beside them, the couple's children on a trunk between the columns, so that a
// large family grows in height only. As in the wide drawing, no line claims more than is known.
import { box_width, type Drawing, margin, others_head, type Position } from "./layout.ts"
import { coupleLine } from "./lines.ts"
import type { Branch } from "./relatives.ts"
import type { Box, Line } from "./shapes.ts"

const rail_width = 20
const trunk_width = 44
const gap = 12
const block_gap = 28

type Side = "left" | "right"

const above: Record<Side, readonly Branch[]> = {
  left: ["grandparent", "parent", "sibling", "former", "main"],
  right: ["partner_grandparent", "partner_parent", "partner_sibling", "partner"],
}

/** Draws the family in at most two columns; `positions` contains exactly one main person. */
export function layOutFolded(positions: readonly Position[]): Drawing {
  const of = (...branches: readonly Branch[]) =>
    branches.flatMap((branch) => positions.filter((position) => position.branch === branch))
  const hasPartner = of(...above.right, "child_both", "child_partner").length > 0
  const hasRail = of("parent", "sibling", "child_main", "partner_parent", "partner_sibling", "child_partner")
  const left = margin + (hasRail.length > 0 ? rail_width : 0)
  const columns = hasPartner ? [left, left + box_width + trunk_width] : [left]
  const boxes: Box[] = []
  const put = (position: Position, x: number, y: number) => {
    const { id, branch, is_apart = false, height } = position
    boxes.push({ id, branch, is_apart, x, y, width: box_width, height })
    return y + height
  }
  const stack = (list: readonly Position[], x: number, from: number) =>
    list.reduce((y, position) => put(position, x, y) + gap, from)
  const grid = (list: readonly Position[], from: number) => {
    let y = from
    for (let index = 0; index < list.length; index += columns.length) {
      const row = list.slice(index, index + columns.length)
      const bottoms = row.map((position, column) => put(position, columns[column] ?? left, y))
      y = Math.max(...bottoms) + gap
    }
    return y
  }
  const [own, partners] = [of(...above.left), of(...above.right)]
  const heights = [heightOf(own), heightOf(partners)]
  const tall = Math.max(...heights)
  for (const [side, list] of [own, partners].entries())
    stack(list, columns[side] ?? left, margin + tall - (heights[side] ?? 0))
  let y = margin + tall - gap + block_gap
  const after = (bottom: number, list: readonly Position[]) => {
    if (list.length > 0) y = bottom - gap + block_gap
  }
  after(grid(of("child_both"), y), of("child_both"))
  const sides = [of("child_main"), of("child_partner")]
  const ends = sides.map((list, side) => stack(list, columns[side] ?? left, y))
  after(Math.max(...ends), sides.flat())
  const young = of("grandchild", "great_grandchild")
  after(grid(young, y), young)
  const rest = of("indirect", "other")
  const others = rest.length > 0 ? { x: left, y } : undefined
  grid(rest, y + others_head)
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  return {
    width: right + left,
    height: Math.max(...boxes.map((box) => box.y + box.height)) + margin,
    boxes,
    lines: linesOfFolded(boxes, margin, right + left - margin),
    others,
  }
}

function heightOf(list: readonly Position[]): number {
  return list.reduce((sum, { height }) => sum + height + gap, 0)
}

function linesOfFolded(boxes: readonly Box[], left_rail: number, right_rail: number): Line[] {
  const of = (...branches: Branch[]) => boxes.filter(({ branch }) => branches.includes(branch))
  const [main] = of("main")
  const [partner] = of("partner")
  const former = of("former").at(-1)
  const trunk = main && partner ? (main.x + main.width + partner.x) / 2 : 0
  const couple = main && partner ? coupleLine(main, partner) : undefined
  const both = of("child_both")
  const [, start] = couple?.points[0] ?? [0, 0]
  const young = of("grandchild", "great_grandchild")
  const parentOfYoung = [...both, ...of("child_main", "child_partner")].at(-1)
  return [
    ...(couple ? [couple] : []),
    ...(former && main ? [loose(former, main)] : []),
    ...railed(of("parent", "sibling"), main, left_rail, 1 / 3),
    ...railed(of("partner_parent", "partner_sibling"), partner, right_rail, 1 / 3),
    ...unsure(railed(of("grandparent"), of("parent")[0], left_rail, 1 / 6)),
    ...unsure(railed(of("partner_grandparent"), of("partner_parent")[0], right_rail, 1 / 6)),
    ...railed(of("child_main"), main, left_rail, 2 / 3),
    ...railed(of("child_partner"), partner, right_rail, 2 / 3),
    ...(couple ? hung(both, trunk, start) : []),
    ...unsure(parentOfYoung ? railed(young, parentOfYoung, trunk || left_rail, 5 / 6) : []),
  ]
}

function loose(upper: Box, lower: Box): Line {
  const x = upper.x + upper.width / 2
  return {
    kind: "loose",
    points: [
      [x, upper.y + upper.height],
      [x, lower.y],
    ],
  }
}

/** Ticks from a vertical line at `x` to the near edge of each box, and the line itself from `start` to the last tick. */
function hung(list: readonly Box[], x: number, start: number): Line[] {
  if (list.length === 0) return []
  const middles = list.map((box) => box.y + box.height / 2)
  return [
    ...list.map((box, index) => tick(box, x, middles[index] ?? 0)),
    {
      kind: "certain",
      points: [
        [x, Math.min(start, ...middles)],
        [x, Math.max(start, ...middles)],
      ],
    },
  ]
}

/** `list` and `end` on one rail, which meets `end` at that part of its height, so that two rails do not meet there. */
function railed(list: readonly Box[], end: Box | undefined, x: number, part: number): Line[] {
  if (list.length === 0 || !end) return []
  const start = end.y + end.height * part
  return [tick(end, x, start), ...hung(list, x, start)]
}

function tick({ x: left, width }: Box, x: number, y: number): Line {
  const edge = x < left + width / 2 ? left : left + width
  return {
    kind: "certain",
    points: [
      [x, y],
      [edge, y],
    ],
  }
}

function unsure(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, kind: "unsure" }))
}
