import { reasonIn } from "../../checklist/return-reasons.ts"
import type { MatterFile } from "../matter-files.ts"
import { type Upload, type UploadPage, uploadView } from "./uploads/upload-page.tsx"

/** The page for uploading a newer version of a file. The new file removes the old one. */
export function replacePage(props: {
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
