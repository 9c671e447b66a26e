import { accepted_extensions, max_upload_bytes } from "../../documents/content-type.ts"
import type { HeldFile } from "../../documents/held-files.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { FileField } from "../../ui/components/file-field.tsx"
import { FileList } from "../../ui/components/file-list.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { confirmationId } from "../confirmation.tsx"
import { skipField } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { PageAddress, SectionPage } from "../section.tsx"
import { sectionUrl } from "../section.tsx"
import type { View } from "../view.tsx"
import { wordsIn } from "../words/words.ts"
import { fileItem } from "./file-rows.tsx"
import { type UploadSettings, uploadsPath } from "./upload-settings.ts"

/** A page on which files are uploaded. Its form is posted to `/portal/files/…`, which streams them in. */
export interface UploadPage extends SectionPage {
  upload: Upload
}

export interface Upload {
  target: { request_id: string } | { asset_id: string }
  several: boolean
  /** The file that goes when a new one is there. */
  replaces?: string
  /** What to say when nothing was uploaded though it is required. */
  missing_sentence?: string
  /** Where any upload leads: the page itself is gone by then. */
  after?: string
  /** Where going on leads, if not to the section's next page. */
  next?: string
  shown(req: PageRequest, request: PageAddress, outcome?: Outcome): Promise<View>
}

/** What became of the files one form brought. */
export interface Outcome {
  received: string[]
  refused: string[]
  /** The answer's status where one was refused through no fault of its own. */
  fault_status?: number | undefined
}

/** The field of the button that uploads and stays. */
export const stayField = "stay"

export interface UploadLocation {
  section_id: string
  path: string
  title: string
  caption?: string
  lede?: string | undefined
  instructions?: string | undefined
  files: readonly HeldFile[]
  several: boolean
  /** Something is required and nothing is there. */
  is_missing?: boolean
  back?: string
  /** The page on which this stands together with others: the way back after each upload. */
  on?: string
}

export function isUploadPage(page: SectionPage): page is UploadPage {
  return "upload" in page
}

/** The page of one purpose: the files there are, and a form for more. */
export function uploadView(
  req: PageRequest,
  request: PageAddress,
  location: UploadLocation,
  outcome?: Outcome,
): View {
  const words = req.words.documents
  const { title, caption, lede, instructions, files, section_id, path, back } = location
  const page = sectionUrl(section_id, path)
  const errors = (outcome?.refused ?? []).map((text) => ({ href: "files", text }))
  return {
    title,
    errors,
    islands: req.may_edit ? ["upload"] : [],
    ...(back && { back: { href: back } }),
    body: (
      <>
        <PageHeading caption={caption} title={title} lede={lede} />
        {instructions && <p>{instructions}</p>}
        <Received req={req} request={request} outcome={outcome} />
        {files.length > 0 && (
          <FileList label={words.list} files={files.map((file) => fileItem(req, file, page))} />
        )}
        {req.may_edit && <UploadForm req={req} request={request} location={location} errors={errors} />}
      </>
    ),
  }
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

/** The form of one purpose: alone with the button that goes on, or, among others, with its own button only. */
export function UploadForm(props: {
  req: PageRequest
  request: PageAddress
  location: UploadLocation
  errors: readonly { text: string }[]
}) {
  const { req, request, location, errors } = props
  const words = req.words.documents
  const { on } = location
  const id = on ? `files-${location.path.replace("/", "-")}` : "files"
  const mayAdd = location.several || location.files.every((file) => file.is_submitted)
  return (
    <form
      method="post"
      action={`/portal/files/${location.section_id}/${location.path}${on ? `?on=${on}` : request.search}`}
      encType="multipart/form-data"
      id={on ? undefined : "page-form"}
      data-upload={mayAdd ? JSON.stringify(settingsOf(req, location)) : undefined}
      data-endpoint={uploadsPath}
      data-done={
        location.several || on
          ? undefined
          : (location.back ??
            `${sectionUrl(location.section_id, location.path)}?received=1#${confirmationId}`)
      }
    >
      {mayAdd && (
        <FileField
          id={id}
          name="files"
          label={
            <>
              {location.several ? words.field : words.field_one}
              {on && <span class="visually-hidden">: {location.title}</span>}
            </>
          }
          hint={on ? undefined : words.hint}
          drop={location.several ? words.drop : words.drop_one}
          accept={acceptAttribute}
          multiple={location.several}
          error={errors.length > 0 && errors.map(({ text }) => <span key={text}>{text} </span>)}
        />
      )}
      <Actions>
        {mayAdd && (
          <Button look="secondary" icon="upload" name={stayField} value="true">
            {words.upload}
          </Button>
        )}
        {!on && <Button wide>{words.go_on}</Button>}
        {!on && location.is_missing && (
          <Button look="quiet" name={skipField} value="true">
            {req.words.frame.skip_for_now}
          </Button>
        )}
      </Actions>
    </form>
  )
}

function settingsOf(
  { lang }: PageRequest,
  { section_id, path }: UploadLocation,
): Omit<UploadSettings, "endpoint" | "done_url"> {
  const { script, faults } = wordsIn(lang).documents
  return {
    section_id,
    path,
    max_bytes: max_upload_bytes,
    extensions: accepted_extensions,
    words: {
      ...script,
      empty: faults.empty,
      too_large: faults.too_large,
      wrong_type: faults.wrong_type,
    },
  }
}

/** Endings for what computers know by name; kinds of picture, so that phones offer the camera. */
const acceptAttribute = [...accepted_extensions, "image/jpeg", "image/png", "image/heic", "image/heif"].join(
  ",",
)
