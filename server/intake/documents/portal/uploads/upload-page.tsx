import { PageForm } from "../../../../web/portal/page-form.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { FileList } from "../../../../web/ui/components/file-list.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import type { PageRequest } from "../../../portal/page-request.ts"
import { confirmationId } from "../../../portal/sections/confirmation.tsx"
import type { PageAddress, SectionPage } from "../../../portal/sections/section.tsx"
import { sectionUrl } from "../../../portal/sections/section.tsx"
import type { View } from "../../../portal/view.tsx"
import { ChoiceButtons, ChoiceMark } from "../document-choice.tsx"
import { fileItem } from "../file-rows.tsx"
import { type FileTarget, filesAction, filesId, UploadForm, type UploadLocation } from "./upload-form.tsx"

/** A page for uploading files. Its form posts to `/portal/files/…`. */
export interface UploadPage extends SectionPage {
  upload: Upload
}

export interface Upload {
  /** What the files of each place are for; a page with a single place calls it "". */
  targets: Readonly<Record<string, FileTarget>>
  /** Whether its place takes several files. */
  takes_several?: boolean
  /** The file that a new one replaces. */
  replaces?: string
  /** The URL to redirect to after any upload, because this page no longer exists then. */
  after?: string
  /** The URL of the next page, if not the section's next one. */
  next?: string
  view(req: PageRequest, request: PageAddress, outcome?: Outcome): Promise<View>
}

/** The result of one form's uploads. */
export interface Outcome {
  /** File names. */
  received: string[]
  /** Sentences, each with the place of its file. */
  refused: { place: string; text: string }[]
  /** The response status if a file failed because of the server. */
  fault_status?: number | undefined
}

export function isUploadPage(page: SectionPage): page is UploadPage {
  return "upload" in page
}

/** The page of one upload location: its files, and a form for more. */
export function uploadView(
  req: PageRequest,
  request: PageAddress,
  location: UploadLocation,
  outcome?: Outcome,
): View {
  const words = req.words.documents
  const { title, lede, note, instructions, files, section_id, path, back } = location
  const page = sectionUrl(section_id, path)
  const errors = errorsOf(outcome)
  const action = filesAction(section_id, path, request.search)
  const mayUpload = req.may_edit && location.state !== "dropped"
  const choice = mayUpload ? location.choice : undefined
  return {
    title,
    errors,
    islands: mayUpload ? ["upload"] : [],
    ...(back && { back: { href: back } }),
    body: (
      <>
        <PageHeading title={title} lede={[lede, note].filter(Boolean).join(" ") || undefined} />
        {instructions && <p>{instructions}</p>}
        <Received req={req} request={request} outcome={outcome} />
        <section class={partClass(req, location)} id="upload">
          {files.length > 0 && (
            <FileList label={words.list} files={files.map((file) => fileItem(req, file, page))} />
          )}
          {choice && <ChoiceButtons field={choice} req={req} />}
          {mayUpload && <UploadForm req={req} location={location} errors={errors} place="" action={action} />}
        </section>
        {mayUpload && (
          <PageForm
            action={choice ? `${request.path}${request.search}` : action}
            files_action={action}
            words={req.words}
            autosave={choice !== undefined}
          >
            {choice && <ChoiceMark field={choice} />}
          </PageForm>
        )}
      </>
    ),
  }
}

/** A document that was promised and is still to come can be uploaded at once, without taking the promise back first. */
function partClass({ matter }: PageRequest, { state }: UploadLocation): string {
  return `upload-part stack${matter.is_submitted && state === "bring" ? " upload-awaited" : ""}`
}

/** The refusals, each with the control of its place. */
export function errorsOf(outcome: Outcome | undefined): { href: string; text: string }[] {
  return (outcome?.refused ?? []).map(({ place, text }) => ({ href: filesId(place), text }))
}

export function Received(props: { req: PageRequest; request: PageAddress; outcome: Outcome | undefined }) {
  const words = props.req.words.documents
  const received = props.outcome?.received ?? []
  const count = Number(props.request.query.received ?? "")
  if (received.length === 0 && !(count > 0)) return null
  const text = received.length > 0 ? words.received(received.join(", ")) : words.received_count(count)
  return (
    <Banner tone="success" role="status" id={confirmationId} focusable>
      <p>{text}</p>
    </Banner>
  )
}
