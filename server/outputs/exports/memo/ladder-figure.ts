import { linesOf } from "../../../intake/contacts/family/name-lines.ts"
import type { Role } from "../../../intake/roles/schema.ts"
import type { CopyGroup, Figure, FigureBox, FigureLine } from "../../../intake/submissions/copy/copy-shape.ts"
import { copyWords } from "../../../intake/submissions/copy/copy-words.ts"
import { roleFor } from "../../../intake/submissions/missing/missing-sentences.ts"

const size = 11
const role_width = 150
const box_width = 132
const step = box_width + 24
const row_gap = 10
const head_height = 24
/** What fits on a page at a readable size. */
const rows_each = 9

/** Who serves first and who succeeds whom: a row for each role, in drawings of at most one page. */
export function ladderGroups(roles: readonly Role[], names: Readonly<Record<string, string>>): CopyGroup[] {
  const groups: CopyGroup[] = []
  for (let from = 0; from < roles.length; from += rows_each) {
    groups.push({ figure: figureOf(roles.slice(from, from + rows_each), names), rows: [] })
  }
  return groups
}

function figureOf(roles: readonly Role[], names: Readonly<Record<string, string>>): Figure {
  const levels = Math.max(1, ...roles.map(({ assignments }) => assignments.length))
  const boxes: FigureBox[] = Array.from({ length: levels }, (_, index) => ({
    x: role_width + index * step,
    y: 0,
    width: box_width,
    height: head_height - 6,
    border: "none",
    lines: [{ text: copyWords.en.choice(index + 1), size: 9.5, soft: true }],
  }))
  const lines: FigureLine[] = []
  const words: string[] = []
  let y = head_height
  for (const { role_description, focus_contact, assignments } of roles) {
    const role = roleFor(role_description, names[focus_contact ?? ""], "en")
    const label = linesOf(role, (role_width - 12) / size, 3)
    const served = assignments.map(({ contacts }) =>
      contacts.flatMap((id) => linesOf(names[id] || "Someone", (box_width - 20) / size, 2)),
    )
    const rows = Math.max(label.length, 1, ...served.map(({ length }) => length))
    const height = rows * size * 1.27 + 16
    const text = (line: string) => ({ text: line, size })
    boxes.push({
      x: 0,
      y,
      width: role_width,
      height,
      border: "none" as const,
      lines: label.map((line) => ({ ...text(line), bold: true })),
    })
    served.forEach((names_of_level, index) => {
      const x = role_width + index * step
      boxes.push({ x, y, width: box_width, height, border: "plain", lines: names_of_level.map(text) })
      if (index > 0) lines.push(...arrow(x - step + box_width, x, y + height / 2))
    })
    if (served.length === 0) {
      const empty = [{ text: copyWords.en.no_one, size, soft: true }]
      boxes.push({ x: role_width, y, width: box_width, height, border: "none", lines: empty })
    }
    words.push(
      `${role}: ${assignments.map(({ display_name }) => display_name).join(", then ") || copyWords.en.no_one}.`,
    )
    y += height + row_gap
  }
  return { alt: words.join(" "), width: role_width + levels * step - 24, height: y - row_gap, boxes, lines }
}

function arrow(from: number, to: number, y: number): FigureLine[] {
  const points = (...all: [number, number][]) => ({ points: all })
  return [points([from, y], [to, y]), points([to - 6, y - 4], [to, y], [to - 6, y + 4])]
}
