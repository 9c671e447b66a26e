import type { Names } from "../../../definition/people/names.ts"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import type { Asset } from "../schema.ts"
import { type Inheritance, inCents, inheritancesOf, percent } from "../totals.ts"
import { moneyColumn } from "./money.ts"

/** The assets with named beneficiaries, grouped by beneficiary. */
export function Shares({ assets, names }: { assets: readonly Asset[]; names: Names }) {
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
    <DataTable
      caption="Who gets what, by named beneficiaries"
      columns={[
        { label: "Person", primary: true, cell: ({ contact }) => names[contact] || "Someone" },
        { label: "Receives", cell: ({ from }) => from.length > 0 && list(from) },
        { label: "If others cannot", cell: ({ instead }) => instead.length > 0 && list(instead) },
        {
          label: "Net value",
          align: "end",
          cell: ({ amount, from }) => from.length > 0 && money(inCents(amount)),
        },
      ]}
      records={receipts}
      id={({ contact }) => `share-${contact}`}
    />
  )
}
