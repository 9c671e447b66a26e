import type { AssetRecord } from "../../assets/assets.ts"
import type { AssetsSection, Category } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import type { HeldFile } from "../../documents/held-files.ts"
import { filePages } from "../documents/documents.ts"
import { type Upload, type UploadPage, uploadView } from "../documents/upload-page.tsx"
import { entryOf, type PageEntry, sectionUrl } from "../section.tsx"
import type { Visit } from "../visit.ts"
import { nameOf } from "./holdings.ts"

/** The files of one asset, and the pages that replace and remove them. */
export function assetFilesPages(
  visit: Visit,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
  files: readonly HeldFile[],
): PageEntry[] {
  const words = visit.words.assets
  const list = sectionUrl(section.id, category.id)
  const path = `${asset.id}/files`
  const prompt = textIn(category.file_prompt, visit.lang)
  const place = {
    section_id: section.id,
    path,
    caption: nameOf(asset, visit),
    title: prompt || words.files_title,
    files,
    several: true,
  }
  const shown: Upload["shown"] = async (visit, request, outcome) => {
    const back = request.query.return ? undefined : list
    return uploadView(visit, request, { ...place, back }, outcome)
  }
  const page: UploadPage = {
    path,
    title: place.title,
    aside: true,
    show: shown,
    upload: { target: { asset_id: asset.id }, several: true, next: list, shown },
  }
  return [entryOf(page), ...filePages(visit, section.id, path, files)]
}
