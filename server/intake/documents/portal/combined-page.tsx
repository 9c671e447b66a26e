import type { Field } from "../../../web/portal/fields/field.ts"
import { PageForm, pageFormId } from "../../../web/portal/page-form.tsx"
import { sectionUrl } from "../../../web/portal/sections/section.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { ChoiceButtons, ChoiceMark, saveChoices } from "./document-choice.tsx"
import { fileItem } from "./file-rows.tsx"
import {
  filesAction,
  filesId,
  UploadForm,
  type UploadFormProps,
  type UploadLocation,
} from "./uploads/upload-form.tsx"
import { errorsOf, partClass, Received, type Upload, type UploadPage } from "./uploads/upload-page.tsx"

export interface CombinedUploads {
  path: string
  title: string
  lede?: string | undefined
  locations: readonly UploadLocation[]
}

/** A page with every upload a section requests, each with its own files and form. The check page lists missing ones. */
export function combinedUploadPage({ path, title, lede, locations }: CombinedUploads): UploadPage {
  const fields = choicesOf(locations)
  const targets = Object.fromEntries(locations.map(({ path, target }) => [path, target]))
  const view: Upload["view"] = async (req, request, outcome) => {
    const errors = errorsOf(outcome)
    return {
      title,
      errors,
      islands: req.may_edit ? ["upload"] : [],
      body: (
        <>
          <PageHeading title={title} lede={lede} />
          <p class="hint">{req.words.documents.hint}</p>
          <Received req={req} request={request} outcome={outcome} />
          {locations.map((location) => (
            <UploadPart
              key={location.path}
              req={req}
              request={request}
              location={{ ...location, on: path }}
              errors={errors.filter(({ href }) => href === filesId(location.path))}
            />
          ))}
          {req.may_edit && (
            <PageForm
              action={`${request.path}${request.search}`}
              files_action={filesAction(locations[0]?.section_id ?? "", path, request.search)}
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
    given: locations.some(isAnswered),
    missing: locations.some(({ is_missing }) => is_missing),
    fields,
    show: view,
    upload: { targets, view },
    save: saveChoices(fields),
  }
}

function isAnswered({ files, state }: UploadLocation): boolean {
  return files.length > 0 || state !== undefined
}

function choicesOf(locations: readonly UploadLocation[]): Field[] {
  return locations.flatMap(({ choice }) => choice ?? [])
}

/** One request: the files received so far, the choice how to answer it, and a form for more files. */
function UploadPart({ req, request, location, errors }: UploadFormProps) {
  const { section_id, path, title, caption, lede, files, choice } = location
  const { words, may_edit } = req
  return (
    <section class={partClass(req, location)} id={`upload-${path.replace("/", "-")}`}>
      <div>
        {caption && <p class="page-caption">{caption}</p>}
        <h2>
          {title} {location.is_optional && <span class="optional">{words.frame.optional}</span>}
        </h2>
        {lede && <p class="hint">{lede}</p>}
      </div>
      {files.length > 0 && (
        <FileList
          label={words.documents.list}
          files={files.map((file) => fileItem(req, file, sectionUrl(section_id, path)))}
        />
      )}
      {choice && <ChoiceButtons field={choice} form_id={pageFormId} req={req} />}
      {may_edit && <UploadForm req={req} request={request} location={location} errors={errors} />}
    </section>
  )
}
