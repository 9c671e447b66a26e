// A family's drawing with the text of each box, for screen and print.
import { box_width, type Drawing, layOut } from "./layout.ts"
import type { Member } from "./members.ts"
import { linesOf } from "./name-lines.ts"
import type { Box } from "./shapes.ts"

export const text_sizes = { name: 15, note: 12.5 }
export const line_heights = { name: 19, note: 17 }
const padding = 12
const inner = box_width - 2 * padding

export interface DrawnMember {
  member: Member
  box: Box
  name: string[]
  notes: string[]
}

/** The position of every box, and its text broken into lines that fit. */
export function drawFamily(
  members: readonly Member[],
  draw = layOut,
): { drawing: Drawing; drawn: DrawnMember[] } {
  const written = members.map((member) => ({
    member,
    name: linesOf(member.name, inner / text_sizes.name, 3),
    notes: [member.relation, member.years].flatMap((note) => linesOf(note, inner / text_sizes.note, 2)),
  }))
  const drawing = draw(
    written.map(({ member: { id, branch, generation, is_apart }, name, notes }) => ({
      id,
      branch,
      generation,
      is_apart,
      height: 2 * padding + name.length * line_heights.name + notes.length * line_heights.note,
    })),
  )
  const drawn = written.flatMap((text) => {
    const box = drawing.boxes.find(({ id }) => id === text.member.id)
    return box ? [{ ...text, box }] : []
  })
  return { drawing, drawn }
}

/** Two people make no tree, and friends alone no family. */
export function isFamily(members: readonly Member[]): boolean {
  return members.filter(({ branch }) => branch !== "other").length >= 3
}
