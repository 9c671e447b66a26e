import type { AssetRecord } from "../../assets/assets.ts"
import { removeAsset } from "../../assets/editing.ts"
import type { AssetsSection, Category } from "../../definition/definition.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { PageForm } from "../page-form.tsx"
import { type SectionPage, sectionUrl } from "../section.tsx"
import type { Visit } from "../visit.ts"
import { nameOf } from "./holdings.ts"

/** Asks before an asset is removed with all that belongs to it. */
export function removeAssetPage(
  visit: Visit,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
): SectionPage {
  const words = visit.words.assets
  const title = words.remove_title(nameOf(asset, visit))
  const list = sectionUrl(section.id, category.id)
  return {
    path: `${asset.id}/remove`,
    title,
    aside: true,
    show: async (visit, request) => ({
      title,
      back: { href: list },
      body: (
        <>
          <PageHeading title={title} lede={words.remove_text} />
          <PageForm
            action={`${request.path}${request.search}`}
            words={visit.words}
            submit={words.remove_submit}
            look="danger"
            more={<a href={list}>{words.keep}</a>}
          />
        </>
      ),
    }),
    save: async ({ tx }) => {
      await removeAsset(tx, asset.id)
      return { saved: true, to: list, done: { key: "asset_removed", name: nameOf(asset, visit) } }
    },
  }
}
