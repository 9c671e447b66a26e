import type { AssetRecord } from "../../assets/assets.ts"
import type { AssetsSection, Category } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import type { HeldFile } from "../../documents/held-files.ts"
import { filePages } from "../documents/documents.ts"
import { type Upload, type UploadPage, uploadView } from "../documents/upload-page.tsx"
import type { PageRequest } from "../page-request.ts"
import { entryOf, type PageEntry, sectionUrl } from "../section.tsx"
import { nameOf } from "./holdings.ts"

/** The files of one asset, and the pages that replace and remove them. */
export function assetFilesPages(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
  files: readonly HeldFile[],
): PageEntry[] {
  const words = req.words.assets
  const list = sectionUrl(section.id, category.id)
  const path = `${asset.id}/files`
  const prompt = textIn(category.file_prompt, req.lang)
  const place = {
    section_id: section.id,
    path,
    caption: nameOf(asset, req),
    title: prompt || words.files_title,
    files,
    several: true,
  }
  const shown: Upload["shown"] = async (req, request, outcome) => {
    const back = request.query.return ? undefined : list
    return uploadView(req, request, { ...place, back }, outcome)
  }
  const page: UploadPage = {
    path,
    title: place.title,
    aside: true,
    show: shown,
    upload: { target: { asset_id: asset.id }, several: true, next: list, shown },
  }
  return [entryOf(page), ...filePages(req, section.id, path, files)]
}
