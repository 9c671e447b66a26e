import type { Asset } from "../../../assets/schema.ts"
import { Card } from "../../../ui/components/card.tsx"
import { DataTable } from "../../../ui/components/data-table.tsx"
import type { Names } from "../names.ts"
import { percent } from "./beneficiaries.tsx"
import { moneyColumn } from "./money.ts"

interface Receipt {
  contact: string
  /** In hundredths of a cent, so that a share of an odd cent is not lost. */
  amount: bigint
  from: { what: string; share: string }[]
  instead: { what: string; share: string }[]
}

/** Who gets what: the assets with named beneficiaries, turned around. */
export function Shares({ assets, names, level }: { assets: readonly Asset[]; names: Names; level: 2 | 3 }) {
  const receipts = receiptsOf(assets)
  if (receipts.length === 0) return null
  const money = moneyColumn(receipts.map(({ amount }) => inCents(amount)))
  const list = (parts: Receipt["from"]) =>
    parts.map(({ what, share }, index) => (
      <span class="cell-line" key={`${index}-${what}`}>
        {percent(share)} of {what}
      </span>
    ))
  return (
    <Card title="Who gets what" level={level} flush>
      <DataTable
        caption="Who gets what, by named beneficiaries"
        columns={[
          { key: "who", label: "Person", primary: true },
          { key: "from", label: "Receives" },
          { key: "instead", label: "If others cannot" },
          { key: "amount", label: "Net value of it", align: "end" },
        ]}
        rows={receipts.map(({ contact, amount, from, instead }) => ({
          id: `share-${contact}`,
          cells: {
            who: names[contact] || "Someone",
            from: from.length > 0 && list(from),
            instead: instead.length > 0 && list(instead),
            amount: from.length > 0 && money(inCents(amount)),
          },
        }))}
      />
    </Card>
  )
}

function receiptsOf(assets: readonly Asset[]): Receipt[] {
  const receipts = new Map<string, Receipt>()
  for (const asset of assets) {
    for (const { contact, share, level } of asset.beneficiaries ?? []) {
      const receipt = receipts.get(contact) ?? { contact, amount: 0n, from: [], instead: [] }
      receipts.set(contact, receipt)
      const what = asset.identifier_value || asset.general_category.label || asset.identifier_label
      if (level === "contingent") {
        receipt.instead.push({ what, share })
      } else {
        receipt.from.push({ what, share })
        receipt.amount += hundredths(asset.net_value) * hundredths(share)
      }
    }
  }
  return [...receipts.values()]
}

/** A decimal with two places as a whole number of hundredths. */
function hundredths(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""))
}

/** Cents times hundredths of a percent, rounded half away from zero to a decimal with two places. */
function inCents(amount: bigint): string {
  const sign = amount < 0n ? "-" : ""
  const cents = ((amount < 0n ? -amount : amount) + 5_000n) / 10_000n
  const text = cents.toString().padStart(3, "0")
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}`
}
