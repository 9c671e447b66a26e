// The documents a firm asks for, one page for each, with the files there are.

import type { DocumentRequest, DocumentsSection } from "../../definition/definition.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import { textIn } from "../../definition/text.ts"
import type { HeldFile } from "../../documents/held-files.ts"
import { removeDocument } from "../../documents/uploads.ts"
import { removalPage } from "../removal-page.tsx"
import { entryOf, type PageEntry, type SectionPage, type SectionPages, sectionUrl } from "../section.tsx"
import type { Visit } from "../visit.ts"
import { replacePage } from "./replace-page.tsx"
import { type UploadPage, uploadView } from "./upload-page.tsx"

export const documentsPages: SectionPages<DocumentsSection> = {
  async pages(visit, section) {
    const files = await visit.loaded.files()
    return shownRequests(visit, section).flatMap((request, index) => {
      const own = files.filter(({ request_id }) => request_id === request.id)
      return [
        entryOf(requestPage(visit, section, request, own, index === 0)),
        ...filePages(visit, section.id, request.id, own),
      ]
    })
  },

  async summary(visit, section) {
    const files = await visit.loaded.files()
    const rows = shownRequests(visit, section).map(({ id, label, required }) => {
      const names = files.filter(({ request_id }) => request_id === id).map(({ filename }) => filename)
      const missing = required && names.length === 0
      return { label: textIn(label, visit.lang), value: names.join("\n"), path: id, field: "files", missing }
    })
    return [{ rows }]
  },
}

/** The pages that replace and remove each of some files uploaded on the page at `path`. */
export function filePages(
  visit: Visit,
  section_id: string,
  path: string,
  files: readonly HeldFile[],
): PageEntry[] {
  const back = sectionUrl(section_id, path)
  return files
    .filter((file) => !file.is_submitted)
    .flatMap((file) => [
      entryOf(replacePage({ section_id, path: `${path}/${file.id}/replace`, file, back })),
      entryOf(removeFilePage(visit, `${path}/${file.id}/remove`, file, back)),
    ])
}

function removeFilePage({ words }: Visit, path: string, file: HeldFile, back: string): SectionPage {
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

function shownRequests({ visible }: Visit, { requests }: DocumentsSection): DocumentRequest[] {
  return requests.filter(({ id }) => visible.has(id))
}

function requestPage(
  visit: Visit,
  section: DocumentsSection,
  request: DocumentRequest,
  files: readonly HeldFile[],
  isFirst: boolean,
): UploadPage {
  const { lang } = visit
  const title = textIn(request.label, lang)
  const missing = request.required && files.length === 0
  const place = {
    section_id: section.id,
    path: request.id,
    title,
    lede: textIn(request.help, lang) || undefined,
    instructions: isFirst ? textIn(section.instructions, lang) : undefined,
    files,
    several: request.several,
    is_missing: missing,
  }
  const shown: UploadPage["upload"]["shown"] = async (visit, at, outcome) =>
    uploadView(visit, at, place, outcome)
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
