import type { AssetsSection, Category } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { displayMoney } from "../../../definition/values/amounts.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Definition, Definitions } from "../../../web/ui/components/definition.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { type SectionPage, sectionUrl } from "../../portal/sections/section.tsx"
import { type AssetRecord, netWorth } from "../assets.ts"
import type { NetWorth } from "../totals.ts"
import { newPage } from "./asset-page.ts"
import { factsOf, nameOf } from "./holdings.ts"

/** One category: a list of its assets with a button to add one, or the form of the first asset if there is none. */
export async function categoryPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  isFirst: boolean,
): Promise<SectionPage> {
  const [assets, without] = await Promise.all([req.loaded.assets(), req.loaded.categoriesWithout()])
  const own = assets.filter(({ for_fin_category }) => for_fin_category === category.id)
  const title = textIn(category.title, req.lang)
  const isNone = without.includes(category.id)
  const instructions = isFirst ? textIn(section.instructions, req.lang) : ""
  if (own.length === 0 && !isNone && req.may_edit)
    return newPage(req, section, category, {
      path: category.id,
      is_first: true,
      intro: instructions && <p>{instructions}</p>,
    })
  return {
    path: category.id,
    title,
    given: own.length > 0 || isNone,
    show: async (req, request) => {
      const words = req.words.assets
      return {
        title,
        body: (
          <>
            <PageHeading title={title} lede={textIn(category.instructions, req.lang) || undefined} />
            {instructions && <p>{instructions}</p>}
            {isNone && <Notice>{words.declared_none}</Notice>}
            {await Promise.all(own.map((asset) => assetCard(req, section, category, asset)))}
            {req.may_edit && (
              <form method="post" action={`${request.path}${request.search}`} id="page-form">
                <Actions>
                  <Button wide>{req.words.frame.save}</Button>
                  <LinkButton
                    variant="secondary"
                    icon="plus"
                    href={sectionUrl(section.id, `${category.id}/new`)}
                  >
                    {own.length === 0 ? words.add : words.add_another}
                  </LinkButton>
                </Actions>
              </form>
            )}
            {section.show_net_worth &&
              !req.client.is_limited &&
              assets.length > 0 &&
              netWorthSoFar(req, netWorth(assets, req))}
          </>
        ),
      }
    },
    save: async () => ({ saved: true }),
  }
}

async function assetCard(req: PageRequest, section: AssetsSection, category: Category, asset: AssetRecord) {
  const name = nameOf(asset, req)
  const facts = await factsOf(req, category, asset)
  const link = (path: string, text: string) => (
    <a class="card-link" href={sectionUrl(section.id, path)}>
      {text}
      <span class="visually-hidden">{req.words.documents.about(name)}</span>
    </a>
  )
  return (
    <Card
      key={asset.id}
      title={name}
      actions={
        req.may_edit && (
          <>
            {link(asset.id, req.words.frame.change)}
            {link(`${asset.id}/files`, req.words.documents.tile)}
            {asset.is_removable && link(`${asset.id}/remove`, req.words.frame.remove)}
          </>
        )
      }
    >
      {facts.length > 0 && (
        <ul class="plain-list">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Totals of all assets and debts entered so far. */
function netWorthSoFar(req: PageRequest, { credit_total, debit_total, net_total }: NetWorth) {
  const words = req.words.assets
  return (
    <Card title={words.net_worth}>
      <Definitions label={words.net_worth}>
        <Definition term={words.owned}>{displayMoney(credit_total)}</Definition>
        <Definition term={words.owed}>{displayMoney(debit_total)}</Definition>
        <Definition term={words.net}>{displayMoney(net_total)}</Definition>
      </Definitions>
    </Card>
  )
}
