// The documents a firm requests: one upload page for each, and a combined page if there are several.

import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { DocumentRequest, DocumentsSection } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { removalPage } from "../../../web/portal/sections/removal-page.tsx"
import {
  entryOf,
  type PageEntry,
  type SectionPage,
  type SectionPages,
  sectionUrl,
} from "../../../web/portal/sections/section.tsx"
import { dayInWords } from "../../../web/portal/who-and-when.ts"
import type { MatterFile } from "../matter-files.ts"
import { listReusable } from "../uploads/file-reuse.ts"
import { removeDocument } from "../uploads/uploads.ts"
import { combinedUploadPage } from "./combined-page.tsx"
import { choiceField, choiceInWords, requestStateOf, saveChoices, senderOf } from "./document-choice.tsx"
import { mayReplace } from "./file-rows.tsx"
import { replacePage } from "./replace-page.tsx"
import type { UploadLocation } from "./uploads/upload-form.tsx"
import { type UploadPage, uploadView } from "./uploads/upload-page.tsx"

/** The path of the page with all requests of a section. */
const combinedPath = "all"

export const documentsPages: SectionPages<DocumentsSection> = {
  async pages(req, section) {
    const files = await req.loaded.files()
    const all = shownRequests(req, section)
    const requests = await withoutDropped(req, all)
    // A page that stands alone leads back to none of the others.
    const isCombined = requests.length > 1 && !req.is_narrow
    const instructions = textIn(section.instructions, req.lang) || undefined
    const openCombined = async () =>
      combinedUploadPage({
        path: combinedPath,
        title: textIn(section.title, req.lang),
        lede: instructions,
        locations: await Promise.all(requests.map((request) => locationOf(req, section.id, request, files))),
      })
    return [
      ...(isCombined ? [{ path: combinedPath, open: openCombined }] : []),
      ...all.flatMap((request) => [
        {
          ...requestEntry(req, section.id, request, files, instructions),
          aside: isCombined || !requests.includes(request),
        },
        ...filePages(
          req,
          section.id,
          request.id,
          filesOf(request, files),
          isCombined ? combinedPath : undefined,
        ),
      ]),
    ]
  },

  async summary(req, section) {
    const files = await req.loaded.files()
    const requests = await withoutDropped(req, shownRequests(req, section))
    const rows = requests.map(async ({ id, label, required }) => {
      const names = files.filter(({ request_id }) => request_id === id).map(({ filename }) => filename)
      const state = await requestStateOf(req, id)
      return {
        label: textIn(label, req.lang),
        value: names.join("\n") || choiceInWords(state, req),
        path: id,
        field: names.length > 0 ? "files" : id,
        missing: required && names.length === 0 && !state,
      }
    })
    return [{ rows: await Promise.all(rows) }]
  },
}

/** The pages of one document request, in a documents section or as a question among others. */
export function requestPages(
  req: PageRequest,
  section_id: string,
  request: DocumentRequest,
  files: readonly MatterFile[],
): PageEntry[] {
  return [
    requestEntry(req, section_id, request, files),
    ...filePages(req, section_id, request.id, filesOf(request, files)),
  ]
}

/** Builds the page, and reads what was chosen, only when it is opened. */
function requestEntry(
  req: PageRequest,
  section_id: string,
  request: DocumentRequest,
  files: readonly MatterFile[],
  instructions?: string,
): PageEntry {
  const open = async () =>
    requestPage({ ...(await locationOf(req, section_id, request, files)), instructions })
  return { path: request.id, open }
}

function filesOf({ id }: DocumentRequest, files: readonly MatterFile[]): MatterFile[] {
  return files.filter(({ request_id }) => request_id === id)
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
    .filter(mayReplace)
    .flatMap((file) => [
      entryOf(replacePage({ section_id, path: `${path}/${file.id}/replace`, file, back })),
      ...(file.is_submitted ? [] : [entryOf(removeFilePage(req, `${path}/${file.id}/remove`, file, back))]),
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

/** What the firm no longer needs leaves every list; its own page says so. */
async function withoutDropped(
  req: PageRequest,
  requests: readonly DocumentRequest[],
): Promise<DocumentRequest[]> {
  const states = await Promise.all(requests.map(({ id }) => requestStateOf(req, id)))
  return requests.filter((_, index) => states[index] !== "dropped")
}

async function locationOf(
  req: PageRequest,
  section_id: string,
  request: DocumentRequest,
  all: readonly MatterFile[],
): Promise<UploadLocation> {
  const { lang } = req
  const { id, label, help, required, several } = request
  const files = filesOf(request, all)
  const state = await requestStateOf(req, id)
  const due_on = (await req.loaded.dueDays()).get(answerKey(id, senderOf(req, id)))
  // The home page says that it has come.
  const isPromised = (await req.loaded.latestItems()).some(
    (item) => item.record_id === id && item.state === "open",
  )
  const isHere = files.some((file) => file.state === "received" || file.state === "accepted")
  const due = due_on && !isHere && req.words.documents.due_by(dayInWords(due_on, lang))
  return {
    section_id,
    path: id,
    target: { request_id: id },
    title: textIn(label, lang),
    lede:
      state === "dropped"
        ? req.words.documents.dropped(req.firm.name)
        : [textIn(help, lang), due].filter(Boolean).join(" ") || undefined,
    ...(isPromised && !several && { back: "/portal" }),
    files,
    reusable: listReusable(all, files),
    several,
    is_missing: required && files.length === 0 && !state,
    is_optional: !required && files.length === 0,
    state,
    choice: await choiceField(req, request),
  }
}

function requestPage(location: UploadLocation): UploadPage {
  const { path, target, title, state, is_missing } = location
  const fields = location.choice ? [location.choice] : []
  const isDropped = state === "dropped"
  const view: UploadPage["upload"]["view"] = async (req, at, outcome) =>
    uploadView(req, at, location, outcome)
  return {
    path,
    title,
    given: location.files.length > 0 || state !== undefined,
    missing: is_missing,
    fields,
    show: view,
    // Without a form, the page also shows in a read-only matter.
    ...(!isDropped && { save: saveChoices(fields) }),
    upload: { targets: isDropped ? {} : { "": target }, takes_several: location.several, view },
  }
}
