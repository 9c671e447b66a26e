import { reasonIn } from "../../checklist/return-reasons.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { removalPage } from "../../portal/sections/removal-page.tsx"
import { entryOf, type PageEntry, type SectionPage, sectionUrl } from "../../portal/sections/section.tsx"
import type { MatterFile } from "../matter-files.ts"
import { removeDocument } from "../uploads/removal.ts"
import { mayReplace } from "./file-rows.tsx"
import { type Upload, type UploadPage, uploadView } from "./uploads/upload-page.tsx"

/** The pages that replace or remove each file uploaded on the page at `path`; they return to the page at `list`. */
export function filePages(
  req: PageRequest,
  section_id: string,
  path: string,
  files: readonly MatterFile[],
  list = path,
): PageEntry[] {
  const back = sectionUrl(section_id, list)
  return files
    .filter(mayReplace)
    .flatMap((file) => [
      entryOf(replacePage({ section_id, path: `${path}/${file.id}/replace`, file, back })),
      ...(file.is_fixed ? [] : [entryOf(removeFilePage(req, `${path}/${file.id}/remove`, file, back))]),
    ])
}

function removeFilePage({ words }: PageRequest, path: string, file: MatterFile, back: string): SectionPage {
  const { remove_title, remove_text, remove_submit, keep } = words.documents
  return removalPage({
    path,
    title: remove_title(file.filename),
    lede: remove_text,
    submit: remove_submit,
    keep,
    back,
    done: { key: "file_removed", name: file.filename },
    remove: ({ tx }) => removeDocument(tx, file.id),
  })
}

/** The page for uploading a newer version of a file. The new file removes the old one. */
function replacePage(props: {
  section_id: string
  path: string
  file: MatterFile
  /** The page that lists the file. */
  back: string
}): UploadPage {
  const { section_id, path, file, back } = props
  const { request_id, asset_id } = file
  const target = asset_id === null ? { request_id: request_id ?? "" } : { asset_id }
  const view: Upload["view"] = async (req, request, outcome) => {
    const words = req.words.documents
    const title = words.replace_title(file.filename)
    const location = {
      section_id,
      path,
      target,
      title,
      lede: file.reason
        ? words.returned_because(req.firm.name, reasonIn(file.reason, req.lang))
        : words.replace_lede,
      files: [],
      reusable: [],
      several: false,
      progress: file.state === "replaced" ? ("received" as const) : file.state,
      back,
    }
    return uploadView(req, request, location, outcome)
  }
  return {
    path,
    title: file.filename,
    aside: true,
    show: view,
    upload: { targets: { "": target }, replaces: file.id, after: back, view },
  }
}
