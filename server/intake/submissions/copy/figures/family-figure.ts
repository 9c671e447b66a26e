import type { Language } from "../../../../definition/text.ts"
import { drawFamily, isFamily, line_heights, text_sizes } from "../../../contacts/family/drawn.ts"
import { box_width, type Drawing } from "../../../contacts/family/layout.ts"
import type { Member } from "../../../contacts/family/members.ts"
import { familyWords } from "../../../contacts/family/words.ts"
import type { CopyGroup, CopyTable, Figure, FigureBox, FigureLine } from "../copy-shape.ts"
import { type FigureWords, figureWords } from "./figure-words.ts"

/** The family as a drawing and as a table of people; empty for fewer than three relatives. */
export function familyGroups(members: readonly Member[], language: Language = "en"): CopyGroup[] {
  if (!isFamily(members)) return []
  const words = figureWords[language]
  const figure = figureOf(members, { alt: words.family_alt, heading: familyWords[language].others })
  return [{ figure, rows: [], table: tableOf(members, words) }]
}

function figureOf(members: readonly Member[], { alt, heading }: { alt: string; heading: string }): Figure {
  const { drawing, drawn } = drawFamily(members)
  return {
    alt,
    width: drawing.width,
    height: drawing.height,
    lines: [
      ...drawing.lines.map(({ kind, points }) => ({ points, look: looks[kind] })),
      ...aboveOthers(drawing),
    ],
    boxes: [
      ...drawn.map(
        ({ member: { is_main, is_client, has_died }, box, name, notes }): FigureBox => ({
          ...box,
          border: has_died ? "cut" : is_main || is_client ? "strong" : "plain",
          lines: [
            ...name.map((text) => ({ text, size: text_sizes.name, bold: true })),
            ...notes.map(noteLine),
          ],
        }),
      ),
      ...headingOf(drawing, heading),
    ],
  }
}

const noteLine = (text: string) => ({
  text,
  size: (text_sizes.note * line_heights.note) / line_heights.name,
  soft: true,
})

function aboveOthers({ others, width }: Drawing): FigureLine[] {
  if (!others) return []
  const points = [0, width].map((x) => [x, others.y] as const)
  return [{ points, look: "soft" }]
}

function headingOf({ others }: Drawing, text: string): FigureBox[] {
  if (!others) return []
  const { x, y } = others
  return [
    { x, y: y + 8, width: box_width, height: line_heights.note, border: "none", lines: [noteLine(text)] },
  ]
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
