import type { Asset } from "../../../assets/schema.ts"
import { type Inheritance, inCents, inheritancesOf, percent } from "../../../assets/totals.ts"
import { Card } from "../../../ui/components/card.tsx"
import { DataTable } from "../../../ui/components/data-table.tsx"
import type { Names } from "../names.ts"
import { moneyColumn } from "./money.ts"

/** The assets with named beneficiaries, grouped by beneficiary. */
export function Shares({ assets, names, level }: { assets: readonly Asset[]; names: Names; level: 2 | 3 }) {
  const receipts = inheritancesOf(assets)
  if (receipts.length === 0) return null
  const money = moneyColumn(receipts.map(({ amount }) => inCents(amount)))
  const list = (parts: Inheritance["from"]) =>
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
          { key: "amount", label: "Net value", align: "end" },
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
