// One page for every file: the documents the firm requests, and the papers of what the clients listed. A row opens for
// its files only once it is chosen; rows that need nothing more are folded away.

import type { Section } from "../../../definition/definition.ts"
import { findSectionOf, requestsOf } from "../../../definition/parts.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { papersOf } from "../../assets/portal/files-page.ts"
import { isPending } from "../../checklist/checklist.ts"
import type { Field } from "../../portal/fields/field.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { sectionUrl } from "../../portal/sections/section.tsx"
import type { MatterFile } from "../matter-files.ts"
import { ChoiceMark, requestStateOf, saveChoices } from "./document-choice.tsx"
import { fileItem } from "./file-rows.tsx"
import { locationOf } from "./request-location.ts"
import { TrayRow } from "./tray-row.tsx"
import { filesAction, filesId, type UploadLocation } from "./uploads/upload-form.tsx"
import { errorsOf, Received, type Upload, type UploadPage } from "./uploads/upload-page.tsx"

/** Leads to the tray. */
export const allFilesUrl = "/portal/documents"

/** The path of the tray in a section of documents, and in one of assets. */
export const [trayPath, papersPath] = ["all", "papers"] as const

interface Row {
  section_id: string
  open(): Promise<UploadLocation>
}

/** Every place for files that the reader sees, requests first. */
export async function listTrayRows(req: PageRequest): Promise<Row[]> {
  const { definition, visible } = req
  const [files, assets] = await Promise.all([req.loaded.files(), req.loaded.assets()])
  const requests = requestsOf(definition).map(async (request) => {
    const section_id = findSectionOf(definition, request.id)?.id ?? ""
    const isShown = visible.has(request.id) && visible.has(section_id)
    if (!isShown || (await requestStateOf(req, request.id)) === "dropped") return []
    return [{ section_id, open: () => locationOf(req, section_id, request, files) }]
  })
  const papers = definition.sections.flatMap((section) =>
    section.kind === "assets" && visible.has(section.id)
      ? papersOf(req, section, assets, files).map((location) => ({
          section_id: section.id,
          open: async () => location,
        }))
      : [],
  )
  return [...(await Promise.all(requests)).flat(), ...papers]
}

/** The files that are not documents of the firm's own. */
export async function listSentFiles({ definition, loaded }: PageRequest): Promise<MatterFile[]> {
  const own = requestsOf(definition).flatMap(({ id, is_from_firm }) => (is_from_firm ? [id] : []))
  return (await loaded.files()).filter(({ request_id }) => !own.includes(request_id ?? ""))
}

/** The URL of the tray, in the first section of documents after the given one, or of all; undefined if there is none. */
export function trayUrl({ definition, visible }: PageRequest, after?: Section): string | undefined {
  const from = definition.sections.findIndex(({ id }) => id === after?.id) + 1
  const host = definition.sections
    .slice(from)
    .find((section) => section.kind === "documents" && visible.has(section.id))
  return host && sectionUrl(host.id, trayPath)
}

/** The tray as a page of a section, whose progress is about that section's rows alone. */
export async function trayPage(
  req: PageRequest,
  page: { section: Section; path: string; title: string; lede?: string | undefined },
): Promise<UploadPage> {
  const { section, path, title, lede } = page
  const all = await Promise.all((await listTrayRows(req)).map((row) => row.open()))
  // Who can no longer answer sees only what was answered, or can still be.
  const rows = all.filter(
    ({ files, state, is_answerable }) => req.may_edit || files.length > 0 || state || is_answerable,
  )
  const own = rows.filter(({ section_id }) => section_id === section.id)
  const fields: Field[] = rows.flatMap(({ choice }) => choice ?? [])
  const targets = Object.fromEntries(rows.map(({ path, target }) => [path, target]))
  const view: Upload["view"] = async (req, request, outcome) => {
    const words = req.words.documents
    const errors = errorsOf(outcome)
    const action = filesAction(section.id, path, request.search)
    const row = (location: UploadLocation) => (
      <TrayRow
        key={location.path}
        req={req}
        location={location}
        place={location.path}
        action={action}
        is_only={rows.length === 1}
        errors={errors.filter(({ href }) => href === filesId(location.path))}
      />
    )
    const isDone = ({ path, progress }: UploadLocation) =>
      !isPending(progress) && !errors.some(({ href }) => href === filesId(path))
    // What the firm sent is for the client to read: it is neither to do nor done.
    const { firm = [], client = [] } = Object.groupBy(rows, (row) => (row.is_from_firm ? "firm" : "client"))
    const [open, done] = [client.filter((each) => !isDone(each)), client.filter(isDone)]
    return {
      title,
      errors,
      islands: req.may_edit ? ["upload"] : [],
      body: (
        <>
          <PageHeading title={title} lede={req.may_edit ? lede : undefined} />
          <Received req={req} request={request} outcome={outcome} />
          {req.may_edit && client.length > 1 && <LooseFiles words={words} />}
          {open.length > 0 && <div class="tray">{open.map(row)}</div>}
          {firm.length > 0 && (
            <section class="stack">
              <h2>{words.from_firm(req.firm.name)}</h2>
              <div class="tray">{firm.map(row)}</div>
            </section>
          )}
          {done.length > 0 && (
            <Details
              summary={words.done(done.length)}
              open={!req.may_edit || done.length < 4}
              attributes={{ class: "details tray-done" }}
            >
              <div class="tray">{done.map(row)}</div>
            </Details>
          )}
          {await otherFiles(req, rows)}
          {req.may_edit && (
            <PageForm
              action={`${request.path}${request.search}`}
              files_action={action}
              words={req.words}
              autosave
            >
              {fields.map((field) => (
                <ChoiceMark key={field.name} field={field} />
              ))}
            </PageForm>
          )}
        </>
      ),
    }
  }
  return {
    path,
    title,
    given: own.some(({ files, state }) => files.length > 0 || state !== undefined),
    missing: own.some(({ is_missing }) => is_missing),
    fields,
    show: view,
    upload: { targets, view },
    // Without a form, the tray also shows in a read-only matter.
    ...(req.may_edit && { save: saveChoices(fields) }),
  }
}

/** Files of what is no longer asked for; not for helpers, who see only what they were asked for. */
async function otherFiles(req: PageRequest, rows: readonly UploadLocation[]) {
  if (req.client.is_limited) return null
  const shown = new Set(rows.flatMap(({ files }) => files.map(({ id }) => id)))
  const files = (await req.loaded.files()).filter(({ id }) => !shown.has(id))
  if (files.length === 0) return null
  const { other } = req.words.documents
  return (
    <Details summary={other}>
      <FileList label={other} files={files.map((file) => fileItem({ ...req, may_edit: false }, file, ""))} />
    </Details>
  )
}

/**
 * Controls for files whose place is not chosen yet: with script, each asks what it is, and one tap on a row's title sends
 * it there. Without script they stay hidden, and each row has its own.
 */
function LooseFiles({ words }: { words: PageRequest["words"]["documents"] }) {
  return (
    <div class="loose-files" data-loose={words.script.what} hidden>
      <Button type="button" icon="camera" attributes={{ "data-photo": "take" }}>
        {words.photos.take}
      </Button>
      <Button type="button" variant="secondary" icon="upload">
        {words.field}
      </Button>
      <p class="hint">{words.loose_hint}</p>
    </div>
  )
}
