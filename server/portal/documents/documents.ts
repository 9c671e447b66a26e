// The documents a firm asks for, one page for each, with the files there are.

import type { DocumentRequest, DocumentsSection } from "../../definition/definition.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import { textIn } from "../../definition/text.ts"
import type { HeldFile } from "../../documents/held-files.ts"
import { removeDocument } from "../../documents/uploads.ts"
import type { PageRequest } from "../page-request.ts"
import { removalPage } from "../removal-page.tsx"
import { entryOf, type PageEntry, type SectionPage, type SectionPages, sectionUrl } from "../section.tsx"
import { replacePage } from "./replace-page.tsx"
import { type UploadPage, uploadView } from "./upload-page.tsx"

export const documentsPages: SectionPages<DocumentsSection> = {
  async pages(req, section) {
    const files = await req.loaded.files()
    return shownRequests(req, section).flatMap((request, index) => {
      const own = files.filter(({ request_id }) => request_id === request.id)
      return [
        entryOf(requestPage(req, section, request, own, index === 0)),
        ...filePages(req, section.id, request.id, own),
      ]
    })
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

/** The pages that replace and remove each of some files uploaded on the page at `path`. */
export function filePages(
  req: PageRequest,
  section_id: string,
  path: string,
  files: readonly HeldFile[],
): PageEntry[] {
  const back = sectionUrl(section_id, path)
  return files
    .filter((file) => !file.is_submitted)
    .flatMap((file) => [
      entryOf(replacePage({ section_id, path: `${path}/${file.id}/replace`, file, back })),
      entryOf(removeFilePage(req, `${path}/${file.id}/remove`, file, back)),
    ])
}

function removeFilePage({ words }: PageRequest, path: string, file: HeldFile, back: string): SectionPage {
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

function requestPage(
  req: PageRequest,
  section: DocumentsSection,
  request: DocumentRequest,
  files: readonly HeldFile[],
  isFirst: boolean,
): UploadPage {
  const { lang } = req
  const title = textIn(request.label, lang)
  const missing = request.required && files.length === 0
  const location = {
    section_id: section.id,
    path: request.id,
    title,
    lede: textIn(request.help, lang) || undefined,
    instructions: isFirst ? textIn(section.instructions, lang) : undefined,
    files,
    several: request.several,
    is_missing: missing,
  }
  const shown: UploadPage["upload"]["shown"] = async (req, at, outcome) =>
    uploadView(req, at, location, outcome)
  return {
    path: request.id,
    title,
    given: files.length > 0,
    missing,
    show: shown,
    upload: {
      target: { request_id: request.id },
      several: request.several,
      missing_sentence: missing ? faultSentence({ code: "document_missing" }, title, lang) : undefined,
      shown,
    },
  }
}
