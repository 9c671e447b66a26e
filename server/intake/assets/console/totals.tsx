import type { Names } from "../../../definition/people/names.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { Definition, Definitions } from "../../../web/ui/components/definition.tsx"
import type { Asset } from "../schema.ts"
import { type Inheritance, inCents, inheritancesOf, percent, splitInsurance, totalOf } from "../totals.ts"
import { moneyColumn, moneyText } from "./money.ts"

export function AssetTotals({ assets, names }: { assets: readonly Asset[]; names: Names }) {
  const total = totalOf(assets)
  const { insurance, other } = splitInsurance(assets)
  const receipts = inheritancesOf(assets)
  return (
    <>
      <Definitions label="Totals">
        <Definition term="Net worth" strong>
          {moneyText(total.net_total)}
        </Definition>
        <Definition term="Owned" strong>
          {moneyText(total.credit_total)}
        </Definition>
        <Definition term="Owed" strong>
          {moneyText(total.debit_total)}
        </Definition>
        {insurance && (
          <>
            <Definition term="Life insurance, face value">{moneyText(insurance.net_total)}</Definition>
            <Definition term="Net worth without it">{moneyText(other.net_total)}</Definition>
          </>
        )}
      </Definitions>
      {receipts.length > 0 && (
        <Details summary="Who gets what">
          <Shares receipts={receipts} names={names} />
        </Details>
      )}
    </>
  )
}

/** The assets with named beneficiaries, grouped by beneficiary. */
function Shares({ receipts, names }: { receipts: readonly Inheritance[]; names: Names }) {
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
        { label: "Person", cell: ({ contact }) => names[contact] || "Someone" },
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

export function Beneficiaries({ asset, names }: { asset: Asset; names: Names }) {
  const beneficiaries = asset.beneficiaries ?? []
  if (beneficiaries.length === 0) return <span class="cell-note">Not specified</span>
  const [primary, contingent] = sharesInWords(beneficiaries, names)
  return (
    <>
      {primary && <span class="cell-line">{primary}</span>}
      {contingent && <span class="cell-line cell-note">Else {contingent}</span>}
    </>
  )
}

export interface Share {
  contact: string
  share: string
  level: string
}

/** Who gets which share, primary and contingent: `Ana Ruiz 50%, Luis Ruiz 50%`; empty for no one. */
export function sharesInWords(shares: readonly Share[], names: Names): string[] {
  return ["primary", "contingent"].map((level) =>
    shares
      .filter((one) => one.level === level)
      .map(({ contact, share }) => `${names[contact] || "Someone"} ${percent(share)}`)
      .join(", "),
  )
}
