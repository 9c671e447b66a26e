import type { Names } from "../../../definition/people/names.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { Definition, Definitions } from "../../../web/ui/components/definition.tsx"
import type { Asset } from "../schema.ts"
import { inheritancesOf, splitInsurance, totalOf } from "../totals.ts"
import { moneyText } from "./money.ts"
import { Shares } from "./shares.tsx"

/** What the assets are worth together, and who gets them. */
export function AssetTotals({ assets, names }: { assets: readonly Asset[]; names: Names }) {
  if (assets.length === 0) return null
  const total = totalOf(assets)
  const { insurance, other } = splitInsurance(assets)
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
      {inheritancesOf(assets).length > 0 && (
        <Details summary="Who gets what">
          <Shares assets={assets} names={names} />
        </Details>
      )}
    </>
  )
}
