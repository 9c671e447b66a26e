import { drawFamily, isFamily, line_heights, text_sizes } from "../../contacts/family/drawn.ts"
import type { Member } from "../../contacts/family/members.ts"
import type { CopyGroup, CopyTable, Figure, FigureLine } from "../../submissions/copy-shape.ts"

/** The family as the console draws it, and person by person; nothing for two people or friends alone. */
export function familyGroups(members: readonly Member[]): CopyGroup[] {
  if (!isFamily(members)) return []
  return [{ figure: figureOf(members), rows: [], table: tableOf(members) }]
}

function figureOf(members: readonly Member[]): Figure {
  const { drawing, drawn } = drawFamily(members)
  return {
    alt: "Drawing of the family. The table below says the same.",
    width: drawing.width,
    height: drawing.height,
    lines: drawing.lines.map(({ kind, points }) => ({ points, look: looks[kind] })),
    boxes: drawn.map(({ member: { is_main, is_client, has_died }, box, name, notes }) => ({
      ...box,
      border: has_died ? "cut" : is_main || is_client ? "strong" : "plain",
      lines: [
        ...name.map((text) => ({ text, size: text_sizes.name, bold: true })),
        ...notes.map((text) => ({
          text,
          size: (text_sizes.note * line_heights.note) / line_heights.name,
          soft: true,
        })),
      ],
    })),
  }
}

const looks: Readonly<Record<string, NonNullable<FigureLine["look"]>>> = {
  certain: "solid",
  loose: "dashed",
  unsure: "dotted",
}

function tableOf(members: readonly Member[]): CopyTable {
  const differs = members.some(({ partner_relation }) => partner_relation)
  return {
    columns: [
      { label: "Person", part: 3 },
      { label: "Relation to the main person", part: 3 },
      ...(differs ? [{ label: "Relation to the partner", part: 2 }] : []),
      { label: "Life", part: 2 },
    ],
    rows: members.map(({ name, relation, partner_relation = "", years }) => [
      name,
      relation,
      ...(differs ? [partner_relation] : []),
      years,
    ]),
  }
}
