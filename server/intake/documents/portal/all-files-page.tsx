// One list of every file the clients have uploaded, whichever page it was for.
import { requestsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import type { View } from "../../../web/portal/view.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TaskList } from "../../../web/ui/components/task-list.tsx"
import { nameOf } from "../../assets/portal/holdings.ts"
import type { MatterFile } from "../matter-files.ts"
import { fileItem } from "./file-rows.tsx"

export const allFilesUrl = "/portal/documents"

export async function showAllFiles(req: PageRequest): Promise<View> {
  const words = req.words.documents
  const [files, assets] = await Promise.all([req.loaded.files(), req.loaded.assets()])
  const requests = requestsOf(req.definition)
  const purposeOf = ({ request_id, asset_id }: MatterFile): string => {
    const request = requests.find(({ id }) => id === request_id)
    const asset = assets.find(({ id }) => id === asset_id)
    return request ? textIn(request.label, req.lang) : asset ? nameOf(asset, req) : ""
  }
  return {
    title: words.all_title,
    back: { href: "/portal" },
    body: (
      <>
        <PageHeading title={words.all_title} lede={words.all_lede} />
        {files.length === 0 ? (
          <EmptyState title={words.all_none} icon="file" />
        ) : (
          <FileList
            label={words.list}
            files={files.map((file) => {
              const item = fileItem({ ...req, may_edit: false }, file, "")
              const purpose = purposeOf(file)
              return purpose
                ? {
                    ...item,
                    detail: (
                      <>
                        <div>{purpose}</div>
                        {item.detail}
                      </>
                    ),
                  }
                : item
            })}
          />
        )}
      </>
    ),
  }
}

/** A link to the list for the home page; null while there are no files. */
export async function allFilesOnHome(req: PageRequest) {
  const words = req.words.documents
  const { length } = await req.loaded.files()
  if (length === 0) return null
  const status = { text: words.all_count(length) }
  return (
    <>
      <h2>{words.all_heading}</h2>
      <TaskList
        label={words.all_heading}
        tasks={[{ id: "task-files", title: words.all_title, href: allFilesUrl, status }]}
      />
    </>
  )
}
