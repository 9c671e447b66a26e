import type { Category as CategoryDefinition } from "../../../definition/definition.ts"
import { categoriesOf } from "../../../definition/parts.ts"
import { type Names, namesOf } from "../../../definition/people/names.ts"
import { textIn } from "../../../definition/text.ts"
import { FactList } from "../../../web/console/matter/fact-list.tsx"
import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { Definition, Definitions } from "../../../web/ui/components/definition.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { listContacts } from "../../contacts/contacts.ts"
import { CorrectionLink, type CorrectionUrl, correctionUrlOf } from "../../corrections/console/requests.tsx"
import { definitionOf } from "../../matters/progress/definition.ts"
import { listAssets, type NetWorth, netWorth } from "../assets.ts"
import { describeAdditionalFields } from "../described.ts"
import type { Asset } from "../schema.ts"
import { splitInsurance } from "../totals.ts"
import { Beneficiaries } from "./beneficiaries.tsx"
import { moneyColumn, moneyText, staffStyle } from "./money.ts"
import { Shares } from "./shares.tsx"

export async function assetsPage(req: PageRequest): Promise<View> {
  const { tx } = req
  const matter = await openMatter(req)
  const [assets, contacts, total, categories] = await Promise.all([
    listAssets(tx, matter.id),
    listContacts(tx, matter.id),
    netWorth(tx, matter.id),
    readCategories(req, matter.id),
  ])
  return {
    ...frameOf(matter, "/assets"),
    body: (
      <Assets
        assets={assets}
        names={namesOf(contacts)}
        total={total}
        categories={categories}
        correctionUrl={correctionUrlOf(matter)}
      />
    ),
  }
}

/** The asset categories, by id. */
export type Categories = ReadonlyMap<string, CategoryDefinition>

export async function readCategories({ tx }: PageRequest, matter_id: string): Promise<Categories> {
  const { definition } = await definitionOf(tx, matter_id)
  return new Map(categoriesOf(definition).map((category) => [category.id, category]))
}

interface AssetsProps {
  assets: readonly Asset[]
  names: Names
  total: NetWorth
  categories: Categories
  correctionUrl?: CorrectionUrl | undefined
  level?: 2 | 3
}

export function Assets({ assets, names, total, categories, correctionUrl, level = 2 }: AssetsProps) {
  if (assets.length === 0) {
    return (
      <EmptyState title="No assets yet" icon="home">
        Assets and debts appear here as soon as the client enters them.
      </EmptyState>
    )
  }
  const { insurance, other } = splitInsurance(assets)
  const used = [...new Set(assets.map((asset) => asset.for_fin_category))]
  return (
    <>
      <Card>
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
      </Card>
      {used.map((category) => (
        <Category
          key={category}
          definition={categories.get(category)}
          assets={assets.filter((asset) => asset.for_fin_category === category)}
          names={names}
          correctionUrl={correctionUrl}
          level={level}
        />
      ))}
      <Shares assets={assets} names={names} level={level} />
    </>
  )
}

interface CategoryProps {
  /** Undefined for a category that the questionnaire no longer has. */
  definition: CategoryDefinition | undefined
  assets: readonly Asset[]
  names: Names
  correctionUrl: CorrectionUrl | undefined
  level: 2 | 3
}

function Category(props: CategoryProps) {
  const [sample] = props.assets
  const title = textIn(props.definition?.title, "en") || "Other"
  const credit = moneyColumn(props.assets.map(({ credit_value }) => credit_value))
  const debit = moneyColumn(props.assets.map(({ debit_value }) => debit_value))
  const net = moneyColumn(props.assets.map(({ net_value }) => net_value))
  const hasDebt = sample?.debit_label !== null
  const hasBeneficiaries = sample?.beneficiaries !== null
  const linkTo = (asset: Asset) => (
    <CorrectionLink
      href={props.correctionUrl?.({ kind: "asset", record_id: asset.id })}
      of={asset.identifier_value || "an asset without a name"}
      isShort
    />
  )
  return (
    <Card title={title} level={props.level} flush>
      <DataTable
        caption={title}
        columns={[
          {
            label: sample?.identifier_label || "What",
            primary: true,
            cell: (asset) => <AssetCell asset={asset} category={props.definition} />,
          },
          { label: sample?.owner_label || "Owner", cell: ({ owner_value }) => owner_value },
          hasBeneficiaries && {
            label: "Goes to",
            cell: (asset) => <Beneficiaries asset={asset} names={props.names} />,
          },
          {
            label: sample?.credit_label || "Value",
            align: "end",
            // The link belongs in the last column, whichever that is.
            cell: (asset) => [credit(asset.credit_value), !hasDebt && linkTo(asset)],
          },
          hasDebt && {
            label: sample?.debit_label || "Owed",
            align: "end",
            cell: ({ debit_value }) => debit(debit_value),
          },
          hasDebt && { label: "Net", align: "end", cell: (asset) => [net(asset.net_value), linkTo(asset)] },
        ]}
        records={props.assets}
        id={({ id }) => id}
      />
    </Card>
  )
}

function AssetCell({ asset, category }: { asset: Asset; category: CategoryDefinition | undefined }) {
  return (
    <>
      {asset.identifier_value || "Not named"}
      <FactList
        facts={describeAdditionalFields(asset, category, staffStyle).map(({ label, value }) => [
          label,
          value,
        ])}
      />
    </>
  )
}
