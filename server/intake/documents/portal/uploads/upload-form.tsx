import { pageFormId } from "../../../../web/portal/page-form.tsx"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Details } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup, RadioGroup } from "../../../../web/ui/components/choice.tsx"
import type { ExtraAttributes } from "../../../../web/ui/components/field.tsx"
import { FileField } from "../../../../web/ui/components/file-field.tsx"
import type { ChecklistState } from "../../../checklist/checklist.ts"
import type { Field } from "../../../portal/fields/field.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { confirmationId } from "../../../portal/sections/confirmation.tsx"
import { sectionUrl } from "../../../portal/sections/section.tsx"
import { timeOf } from "../../../portal/who-and-when.ts"
import { acceptAttribute, accepted_extensions, max_upload_bytes } from "../../content-type.ts"
import type { RequestState } from "../../document-choices.ts"
import type { MatterFile } from "../../matter-files.ts"
import { displaySize } from "../display-size.ts"
import { PhotoPages } from "../photo-pages.tsx"
import { type UploadSettings, uploadsPath } from "./upload-settings.ts"

/** The name of the button that uploads and stays on the page. */
export const stayField = "stay"

/** The field of new files, and the one that names files the matter already has. Each place of a page has its own. */
export const [filesField, reuseField] = ["files", "again"] as const

/** The name of a place's field; "" is the place of a page that has no other. */
export function fieldAt(name: string, place: string): string {
  return place ? `${name}.${place}` : name
}

/** What a file is for. */
export type FileTarget = { request_id: string } | { asset_id: string }

export interface UploadLocation {
  section_id: string
  path: string
  /** What the files are for. */
  target: FileTarget
  title: string
  lede?: string | undefined
  /** What a row says before it is opened: a due day, or which papers of an asset are meant. */
  note?: string | undefined
  instructions?: string | undefined
  files: readonly MatterFile[]
  /** Files given for something else that the client may use here too. */
  reusable: readonly MatterFile[]
  several: boolean
  /** An answer is required, and there is none. */
  is_missing?: boolean
  /** A file that is not there may be left out. */
  is_optional?: boolean
  /** The firm added it, so clients add nothing to it. */
  is_from_firm?: boolean | undefined
  /** It may still be given although the matter is completed. */
  is_answerable?: boolean
  /** How the request was answered. */
  state?: RequestState | undefined
  /** What became of it. */
  progress: ChecklistState
  /** The choice to bring the document, or that there is none; undefined for an asset's files. */
  choice?: Field | undefined
  back?: string
}

export interface UploadFormProps {
  req: PageRequest
  location: UploadLocation
  errors: readonly { text: string }[]
  /** The location's row in the tray; "" on a page of its own. */
  place: string
  /** Where the page posts its files. */
  action: string
}

/** The controls of one upload location. The page's own form sends them, so that no button loses what is chosen elsewhere. */
export function UploadForm({ req, location, errors, place, action }: UploadFormProps) {
  const words = req.words.documents
  const id = filesId(place)
  const mayAdd = location.several || location.files.every((file) => file.is_fixed)
  if (!mayAdd || location.is_from_firm) return null
  const shared = { form: pageFormId }
  const stay = { ...shared, formaction: action, formenctype: "multipart/form-data" }
  return (
    <form
      class="upload-controls stack"
      data-upload={JSON.stringify(settingsOf(req, location))}
      data-endpoint={uploadsPath}
      data-done={
        location.several || place
          ? undefined
          : (location.back ??
            `${sectionUrl(location.section_id, location.path)}?received=1#${confirmationId}`)
      }
    >
      <PhotoPages words={req.words} title={location.title} files={location.files} />
      <FileField
        id={id}
        name={fieldAt(filesField, place)}
        label={
          <>
            {location.several ? words.field : words.field_one}
            {place && <span class="visually-hidden">: {location.title}</span>}
          </>
        }
        hint={words.hint}
        drop={location.several ? words.drop : words.drop_one}
        accept={acceptAttribute}
        multiple={location.several}
        error={errors.length > 0 && errors.map(({ text }) => <span key={text}>{text} </span>)}
        attributes={shared}
      />
      {location.reusable.length > 0 && (
        <Reuse req={req} id={`${id}-again`} location={location} place={place} stay={stay} />
      )}
      <Button variant="secondary" icon="upload" name={stayField} value={place} attributes={stay}>
        {words.upload}
      </Button>
    </form>
  )
}

/** A choice among files the client has already given, so that no file has to be uploaded twice. */
function Reuse(props: {
  req: PageRequest
  id: string
  location: UploadLocation
  place: string
  stay: ExtraAttributes
}) {
  const { req, id, location, place, stay } = props
  const words = req.words.documents
  const Group = location.several ? CheckboxGroup : RadioGroup
  return (
    <Details summary={words.again}>
      <Group
        id={id}
        name={fieldAt(reuseField, place)}
        attributes={{ form: stay.form }}
        label={words.again_label}
        options={location.reusable.map((file) => ({
          value: file.id,
          label: file.filename,
          hint: words.size_and_time(displaySize(file.size, req.lang), timeOf(file.uploaded_at, req)),
        }))}
      />
      <Button variant="secondary" small name={stayField} value={place} attributes={stay}>
        {words.again_submit}
      </Button>
    </Details>
  )
}

/** The id of a place's file control. */
export function filesId(place: string): string {
  return place ? `files-${place.replace("/", "-")}` : "files"
}

/** Where the form of an upload page posts its files. */
export function filesAction(section_id: string, path: string, search: string): string {
  return `/portal/files/${section_id}/${path}${search}`
}

function settingsOf(
  { client, lang }: PageRequest,
  { section_id, path }: UploadLocation,
): Omit<UploadSettings, "endpoint" | "done_url"> {
  const { script, faults } = wordsIn(lang).documents
  return {
    user_id: client.user_id,
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
