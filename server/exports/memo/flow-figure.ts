import type { Asset } from "../../assets/schema.ts"
import { inCents, percent, receiptsOf } from "../../assets/totals.ts"
import { linesOf } from "../../contacts/family/name-lines.ts"
import { displayMoney } from "../../definition/amounts.ts"
import type { CopyGroup, CopyTable, Figure, FigureBox, FigureLine } from "../../submissions/copy-shape.ts"

type Names = Readonly<Record<string, string>>

const size = 10.5
const left_width = 210
const right_x = 330
const right_width = 162
const height = 46
const gap = 10
/** Beyond these a drawing tells less than the table: the smaller ones are drawn as one. */
const max_assets = 12

/** Who gets what, by named beneficiaries: as a drawing and as a table. */
export function flowGroups(assets: readonly Asset[], names: Names): CopyGroup[] {
  const receipts = receiptsOf(assets)
  if (receipts.length === 0) return []
  return [
    { title: "Who gets what", figure: figureOf(assets, names), rows: [], table: tableOf(receipts, names) },
  ]
}

interface Source {
  label: string
  note: string
  /** Percent by contact; of assets drawn as one, each in turn. */
  shares: { contact: string; share: string }[]
}

function sourcesOf(assets: readonly Asset[]): Source[] {
  const primary = (asset: Asset) => (asset.beneficiaries ?? []).filter(({ level }) => level === "primary")
  const given = assets.filter((asset) => primary(asset).length > 0)
  const sorted = given.toSorted((a, b) => Number(b.net_value) - Number(a.net_value))
  const shown = sorted.length > max_assets ? sorted.slice(0, max_assets - 1) : sorted
  const rest = sorted.slice(shown.length)
  return [
    ...shown.map((asset) => ({
      label: asset.identifier_value || asset.general_category.label || asset.identifier_label,
      note: displayMoney(asset.net_value),
      shares: primary(asset),
    })),
    ...(rest.length > 0
      ? [{ label: `${rest.length} more`, note: "See the table below", shares: rest.flatMap(primary) }]
      : []),
  ]
}

function figureOf(assets: readonly Asset[], names: Names): Figure {
  const sources = sourcesOf(assets)
  const receivers = receiptsOf(assets).filter(({ from }) => from.length > 0)
  const total = Math.max(sources.length, receivers.length) * (height + gap) - gap
  // The shorter side stands in the middle of the longer one.
  const yOf = (index: number, count: number) => {
    const own = total / Math.max(count, 1)
    return index * own + (own - height) / 2
  }
  const box = (x: number, width: number, y: number, label: string, note: string): FigureBox => ({
    ...{ x, y, width, height, border: "plain" as const },
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
    alt: "Which asset goes to whom, by named beneficiaries. The table below says the same.",
    width: right_x + right_width,
    height: total,
    lines,
    boxes: [
      ...sources.map(({ label, note }, index) => box(0, left_width, yOf(index, sources.length), label, note)),
      ...receivers.map(({ contact, amount }, index) => {
        const note = displayMoney(inCents(amount))
        return box(right_x, right_width, yOf(index, receivers.length), names[contact] || "Someone", note)
      }),
    ],
  }
}

function tableOf(receipts: ReturnType<typeof receiptsOf>, names: Names): CopyTable {
  const list = (parts: { what: string; share: string }[]) =>
    parts.map(({ what, share }) => `${percent(share)} of ${what}`).join("\n")
  return {
    columns: [
      { label: "Person", part: 2 },
      { label: "Receives", part: 3 },
      { label: "If others cannot", part: 3 },
      { label: "Net value of it", part: 2, align: "right" },
    ],
    rows: receipts.map(({ contact, amount, from, instead }) => [
      names[contact] || "Someone",
      list(from),
      list(instead),
      from.length > 0 ? displayMoney(inCents(amount)) : "",
    ]),
  }
}
