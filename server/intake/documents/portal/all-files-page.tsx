// One list of every file the clients have uploaded, whichever page it was for.
import { findSectionOf, requestsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { sectionUrl } from "../../../web/portal/sections/section.tsx"
import type { View } from "../../../web/portal/view.tsx"
import { dayInWords } from "../../../web/portal/who-and-when.ts"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TaskList } from "../../../web/ui/components/task-list.tsx"
import { nameOf } from "../../assets/portal/holdings.ts"
import { isPending } from "../../checklist/checklist.ts"
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
        {!req.client.is_limited && (await requestedTasks(req))}
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

/** Every requested document: what became of it, and when it is due. */
async function requestedTasks(req: PageRequest) {
  const { lang, words, definition } = req
  const { documents } = words
  const items = (await req.loaded.checklist()).filter(({ state }) => state !== "dropped")
  if (items.length === 0) return null
  return (
    <>
      <h2>{documents.requested}</h2>
      <TaskList
        label={documents.requested}
        tasks={items.map(({ id, label, due_on, state }) => ({
          id: `task-${id}`,
          title: textIn(label, lang),
          href: sectionUrl(findSectionOf(definition, id)?.id ?? "", id),
          hint: due_on !== null && isPending(state) ? documents.due_by(dayInWords(due_on, lang)) : undefined,
          status: {
            text:
              state in documents.chosen
                ? documents.chosen[state as keyof typeof documents.chosen]
                : documents.states[state as keyof typeof documents.states],
            tone: tones[state],
          },
        }))}
      />
    </>
  )
}

const tones = {
  requested: "neutral",
  missing: "warning",
  bring: "info",
  none: "neutral",
  dropped: "neutral",
  received: "info",
  accepted: "success",
  returned: "warning",
} as const

/** A link to the list for the home page; null while there are no files and no days by which they are due. */
export async function allFilesOnHome(req: PageRequest) {
  const words = req.words.documents
  const [{ length }, days] = await Promise.all([req.loaded.files(), req.loaded.dueDays()])
  if (length === 0 && days.size === 0) return null
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
