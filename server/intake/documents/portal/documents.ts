// The documents a firm requests: the tray, and one upload page for each.

import type { DocumentRequest, DocumentsSection } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { type PageEntry, type SectionPages, sectionUrl } from "../../portal/sections/section.tsx"
import type { MatterFile } from "../matter-files.ts"
import { choiceInWords, requestStateOf, saveChoices } from "./document-choice.tsx"
import { filePages } from "./file-pages.tsx"
import { filesOf, locationOf } from "./request-location.ts"
import { listTrayRows, trayPage, trayPath, trayUrl } from "./tray.tsx"
import { type UploadPage, uploadView } from "./uploads/upload-page.tsx"

export const documentsPages: SectionPages<DocumentsSection> = {
  async pages(req, section) {
    const files = await req.loaded.files()
    const requests = shownRequests(req, section)
    // A page that stands alone leads back to none of the others.
    const inTray = !req.is_narrow && (await listTrayRows(req)).length > 1
    const lede = textIn(section.instructions, req.lang) || undefined
    const title = textIn(section.title, req.lang)
    // What staff request besides is a section of its own; the first of them has the rows of all.
    const own = sectionUrl(section.id, trayPath)
    const host = trayUrl(req) ?? own
    const tray = {
      path: trayPath,
      aside: !inTray || host !== own,
      leads_to: host === own ? undefined : host,
      open: () =>
        trayPage(req, { section, path: trayPath, title, lede: lede ?? req.words.assets.papers_lede }),
    }
    const pages = requests.map(async (request) => [
      {
        ...requestEntry(req, section.id, request, files, lede),
        aside: inTray || (await requestStateOf(req, request.id)) === "dropped",
      },
      ...filePages(req, section.id, request.id, filesOf(request, files), inTray ? trayPath : undefined),
    ])
    return [...(req.is_narrow ? [] : [tray]), ...(await Promise.all(pages)).flat()]
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

/** Builds the page, and reads what was chosen, only when it is opened. */
function requestEntry(
  req: PageRequest,
  section_id: string,
  request: DocumentRequest,
  all: readonly MatterFile[],
  instructions?: string,
): PageEntry {
  const open = async (): Promise<UploadPage> => {
    const location = { ...(await locationOf(req, section_id, request, all)), instructions }
    const { path, target, title, state, is_missing, files, choice, several: takes_several } = location
    const fields = choice ? [choice] : []
    const isDropped = state === "dropped"
    const view: UploadPage["upload"]["view"] = async (req, at, outcome) =>
      uploadView(req, at, location, outcome)
    return {
      ...{ path, title, fields, missing: is_missing, given: files.length > 0 || state !== undefined },
      show: view,
      // Without a form, the page also shows in a read-only matter.
      ...(!isDropped && { save: saveChoices(fields) }),
      upload: { targets: isDropped ? {} : { "": target }, takes_several, view },
    }
  }
  return { path: request.id, open }
}
