import { drawFamily, isFamily, line_heights, text_sizes } from "../../contacts/family/drawn.ts"
import type { Member } from "../../contacts/family/members.ts"
import type { Language } from "../../definition/text.ts"
import type { CopyGroup, CopyTable, Figure, FigureLine } from "../../submissions/copy-shape.ts"
import { type FigureWords, figureWords } from "./figure-words.ts"

/** The family as the console draws it, and person by person; nothing for two people or friends alone. */
export function familyGroups(members: readonly Member[], language: Language = "en"): CopyGroup[] {
  if (!isFamily(members)) return []
  const words = figureWords[language]
  return [{ figure: figureOf(members, words.family_alt), rows: [], table: tableOf(members, words) }]
}

function figureOf(members: readonly Member[], alt: string): Figure {
  const { drawing, drawn } = drawFamily(members)
  return {
    alt,
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

function tableOf(members: readonly Member[], words: FigureWords): CopyTable {
  const differs = members.some(({ partner_relation }) => partner_relation)
  return {
    columns: [
      { label: words.person, part: 3 },
      { label: words.relation, part: 3 },
      ...(differs ? [{ label: words.partner_relation, part: 2 }] : []),
      { label: words.years, part: 2 },
    ],
    rows: members.map(({ name, relation, partner_relation = "", years }) => [
      name,
      relation,
      ...(differs ? [partner_relation] : []),
      years,
    ]),
  }
}
