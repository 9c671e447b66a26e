// The documents a firm requests: one upload page for each, and a combined page if there are several.

import type { DocumentRequest, DocumentsSection } from "../../definition/definition.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import { textIn } from "../../definition/text.ts"
import { listReusable } from "../../documents/file-reuse.ts"
import type { MatterFile } from "../../documents/matter-files.ts"
import { removeDocument } from "../../documents/uploads.ts"
import type { PageRequest } from "../page-request.ts"
import { removalPage } from "../removal-page.tsx"
import { entryOf, type PageEntry, type SectionPage, type SectionPages, sectionUrl } from "../section.tsx"
import { combinedUploadPage } from "./combined-page.tsx"
import { replacePage } from "./replace-page.tsx"
import type { UploadLocation } from "./upload-form.tsx"
import { type UploadPage, uploadView } from "./upload-page.tsx"

/** The path of the page with all requests of a section. */
const combinedPath = "all"

export const documentsPages: SectionPages<DocumentsSection> = {
  async pages(req, section) {
    const files = await req.loaded.files()
    const requests = shownRequests(req, section)
    const isCombined = requests.length > 1
    const instructions = textIn(section.instructions, req.lang) || undefined
    const filesOf = ({ id }: DocumentRequest) => files.filter(({ request_id }) => request_id === id)
    const locations = requests.map((request) => locationOf(req, section.id, request, files))
    const combined = {
      path: combinedPath,
      title: textIn(section.title, req.lang),
      lede: instructions,
      locations,
    }
    return [
      ...(isCombined ? [entryOf(combinedUploadPage(combined))] : []),
      ...requests.flatMap((request, index) => {
        const location = {
          ...(locations[index] ?? locationOf(req, section.id, request, files)),
          instructions,
        }
        return [
          entryOf({ ...requestPage(req, request, location), aside: isCombined }),
          ...filePages(req, section.id, request.id, filesOf(request), isCombined ? combinedPath : undefined),
        ]
      }),
    ]
  },

  async summary(req, section) {
    const files = await req.loaded.files()
    const rows = shownRequests(req, section).map(({ id, label, required }) => {
      const names = files.filter(({ request_id }) => request_id === id).map(({ filename }) => filename)
      const missing = required && names.length === 0
      return { label: textIn(label, req.lang), value: names.join("\n"), path: id, field: "files", missing }
    })
    return [{ rows }]
  },
}

/** The pages of one document request, in a documents section or as a question among others. */
export function requestPages(
  req: PageRequest,
  section_id: string,
  request: DocumentRequest,
  files: readonly MatterFile[],
): PageEntry[] {
  const own = files.filter(({ request_id }) => request_id === request.id)
  return [
    entryOf(requestPage(req, request, locationOf(req, section_id, request, files))),
    ...filePages(req, section_id, request.id, own),
  ]
}

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
    .filter((file) => !file.is_submitted)
    .flatMap((file) => [
      entryOf(replacePage({ section_id, path: `${path}/${file.id}/replace`, file, back })),
      entryOf(removeFilePage(req, `${path}/${file.id}/remove`, file, back)),
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

function shownRequests({ visible }: PageRequest, { requests }: DocumentsSection): DocumentRequest[] {
  return requests.filter(({ id }) => visible.has(id))
}

function locationOf(
  { lang }: PageRequest,
  section_id: string,
  { id, label, help, required, several }: DocumentRequest,
  all: readonly MatterFile[],
): UploadLocation {
  const files = all.filter(({ request_id }) => request_id === id)
  return {
    section_id,
    path: id,
    title: textIn(label, lang),
    lede: textIn(help, lang) || undefined,
    files,
    reusable: listReusable(all, files),
    several,
    is_missing: required && files.length === 0,
  }
}

function requestPage(req: PageRequest, request: DocumentRequest, location: UploadLocation): UploadPage {
  const { path, title, files, several, is_missing } = location
  const view: UploadPage["upload"]["view"] = async (req, at, outcome) =>
    uploadView(req, at, location, outcome)
  return {
    path,
    title,
    given: files.length > 0,
    missing: is_missing,
    show: view,
    upload: {
      target: { request_id: request.id },
      several,
      missing_sentence: is_missing ? faultSentence({ code: "document_missing" }, title, req.lang) : undefined,
      view,
    },
  }
}
