import type { AssetsSection, Category } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { stateOf } from "../../checklist/checklist.ts"
import type { MatterFile } from "../../documents/matter-files.ts"
import { filePages } from "../../documents/portal/file-pages.tsx"
import type { UploadLocation } from "../../documents/portal/uploads/upload-form.tsx"
import { type Upload, type UploadPage, uploadView } from "../../documents/portal/uploads/upload-page.tsx"
import { listReusable } from "../../documents/uploads/file-reuse.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { entryOf, type PageEntry, sectionUrl } from "../../portal/sections/section.tsx"
import type { AssetRecord } from "../assets.ts"
import { categoriesIn, nameOf } from "./holdings.ts"

/** The upload locations of all assets that the firm wants papers of, or that have some. */
export function papersOf(
  req: PageRequest,
  section: AssetsSection,
  assets: readonly AssetRecord[],
  files: readonly MatterFile[],
): UploadLocation[] {
  return categoriesIn(req, section).flatMap((category) =>
    assets
      .filter(({ for_fin_category }) => for_fin_category === category.id)
      .map((asset) => filesLocation(req, section, category, asset, files))
      .filter((location) => category.file_prompt || location.files.length > 0),
  )
}

/** The upload location of one asset's files. */
function filesLocation(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
  all: readonly MatterFile[],
): UploadLocation {
  const files = all.filter(({ asset_id }) => asset_id === asset.id)
  return {
    section_id: section.id,
    path: `${asset.id}/files`,
    target: { asset_id: asset.id },
    title: nameOf(asset, req),
    note: textIn(category.file_prompt, req.lang) || undefined,
    files,
    reusable: listReusable(all, files),
    several: true,
    progress: stateOf({ answer: undefined, files, is_late: false, is_awaited: false }),
  }
}

/** The page of one asset's files, and the pages that replace and remove them. */
export function assetFilesPages(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
  all: readonly MatterFile[],
): PageEntry[] {
  const list = sectionUrl(section.id, category.id)
  const location = filesLocation(req, section, category, asset, all)
  const { path, files } = location
  const view: Upload["view"] = async (req, request, outcome) => {
    const back = request.query.return ? undefined : list
    return uploadView(req, request, { ...location, back }, outcome)
  }
  const page: UploadPage = {
    path,
    title: location.title,
    aside: true,
    show: view,
    upload: { targets: { "": location.target }, next: list, view },
  }
  return [entryOf(page), ...filePages(req, section.id, path, files)]
}
