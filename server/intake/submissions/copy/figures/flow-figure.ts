import type { Language } from "../../../../definition/text.ts"
import { displayMoney } from "../../../../definition/values/amounts.ts"
import { nameOfAsset } from "../../../assets/described.ts"
import type { Asset } from "../../../assets/schema.ts"
import { inCents, inheritancesOf, percent } from "../../../assets/totals.ts"
import { linesOf } from "../../../contacts/family/name-lines.ts"
import type { CopyGroup, CopyTable, Figure, FigureBox, FigureLine } from "../copy-shape.ts"
import { type FigureWords, figureWords } from "./figure-words.ts"

type Names = Readonly<Record<string, string>>

const size = 10.5
const left_width = 210
const right_x = 330
const right_width = 162
const height = 46
const gap = 10
/** With more assets a drawing is less useful than the table, so the smaller ones are drawn as one. */
const max_assets = 12

/** Who gets what, by named beneficiaries: as a drawing and as a table. */
export function flowGroups(assets: readonly Asset[], names: Names, language: Language = "en"): CopyGroup[] {
  const inheritances = inheritancesOf(assets)
  if (inheritances.length === 0) return []
  const words = figureWords[language]
  const [figure, table] = [figureOf(assets, names, words), tableOf(inheritances, names, words)]
  return [{ title: words.flow_title, figure, rows: [], table }]
}

interface Source {
  label: string
  note: string
  /** Percentages by contact; for assets drawn as one, those of each asset in turn. */
  shares: { contact: string; share: string }[]
}

function sourcesOf(assets: readonly Asset[], words: FigureWords): Source[] {
  const primary = (asset: Asset) => (asset.beneficiaries ?? []).filter(({ level }) => level === "primary")
  const given = assets.filter((asset) => primary(asset).length > 0)
  const sorted = given.toSorted((a, b) => Number(b.net_value) - Number(a.net_value))
  const shown = sorted.length > max_assets ? sorted.slice(0, max_assets - 1) : sorted
  const rest = sorted.slice(shown.length)
  return [
    ...shown.map((asset) => ({
      label: nameOfAsset(asset),
      note: displayMoney(asset.net_value),
      shares: primary(asset),
    })),
    ...(rest.length > 0
      ? [{ label: words.more(rest.length), note: words.see_table, shares: rest.flatMap(primary) }]
      : []),
  ]
}

function figureOf(assets: readonly Asset[], names: Names, words: FigureWords): Figure {
  const sources = sourcesOf(assets, words)
  const receivers = inheritancesOf(assets).filter(({ from }) => from.length > 0)
  const total = Math.max(sources.length, receivers.length) * (height + gap) - gap
  // The shorter side is centered against the longer one.
  const yOf = (index: number, count: number) => {
    const own = total / Math.max(count, 1)
    return index * own + (own - height) / 2
  }
  const box = (x: number, width: number, y: number, label: string, note: string): FigureBox => ({
    x,
    y,
    width,
    height,
    border: "plain" as const,
    lines: [
      ...linesOf(label, (width - 20) / size, 2).map((text) => ({ text, size, bold: true })),
      { text: note, size: size - 1, soft: true },
    ],
  })
  const lines = sources.flatMap(({ shares }, index): FigureLine[] =>
    shares.flatMap(({ contact, share }) => {
      const to = receivers.findIndex((each) => each.contact === contact)
      if (to < 0) return []
      const from = yOf(index, sources.length) + height / 2
      return {
        points: [
          [left_width, from],
          [right_x, yOf(to, receivers.length) + height / 2],
        ],
        width: 1 + Number(share) / 16,
        look: "soft",
      }
    }),
  )
  return {
    alt: words.flow_alt,
    width: right_x + right_width,
    height: total,
    lines,
    boxes: [
      ...sources.map(({ label, note }, index) => box(0, left_width, yOf(index, sources.length), label, note)),
      ...receivers.map(({ contact, amount }, index) => {
        const note = displayMoney(inCents(amount))
        return box(right_x, right_width, yOf(index, receivers.length), names[contact] || words.someone, note)
      }),
    ],
  }
}

function tableOf(
  inheritances: ReturnType<typeof inheritancesOf>,
  names: Names,
  words: FigureWords,
): CopyTable {
  const list = (parts: { what: string; share: string }[]) =>
    parts.map(({ what, share }) => words.share_of(percent(share), what)).join("\n")
  return {
    columns: [
      { label: words.person, part: 2 },
      { label: words.receives, part: 3 },
      { label: words.instead, part: 3 },
      { label: words.amount, part: 2, align: "right" },
    ],
    rows: inheritances.map(({ contact, amount, from, instead }) => [
      names[contact] || words.someone,
      list(from),
      list(instead),
      from.length > 0 ? displayMoney(inCents(amount)) : "",
    ]),
  }
}
