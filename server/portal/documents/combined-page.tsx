import { FileList } from "../../ui/components/file-list.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { PageForm } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import { type SectionPage, sectionUrl } from "../section.tsx"
import { fileItem } from "./file-rows.tsx"
import { UploadForm, type UploadLocation } from "./upload-form.tsx"
import { Received } from "./upload-page.tsx"

export interface CombinedUploads {
  path: string
  title: string
  lede?: string | undefined
  locations: readonly UploadLocation[]
}

/** A page with every upload a section requests, each with its own files and form. The check page lists missing ones. */
export function combinedUploadPage({ path, title, lede, locations }: CombinedUploads): SectionPage {
  return {
    path,
    title,
    given: locations.some(({ files }) => files.length > 0),
    missing: locations.some(({ is_missing }) => is_missing),
    show: async (req, request) => ({
      title,
      islands: req.may_edit ? ["upload"] : [],
      body: (
        <>
          <PageHeading title={title} lede={lede} />
          <p class="hint">{req.words.documents.hint}</p>
          <Received req={req} request={request} outcome={undefined} />
          {locations.map((location) => (
            <UploadPart key={location.path} req={req} location={{ ...location, on: path }} />
          ))}
          {req.may_edit && <PageForm action={`${request.path}${request.search}`} words={req.words} />}
        </>
      ),
    }),
    save: async () => ({ saved: true }),
  }
}

/** One request: the files received so far, and a form for more. */
function UploadPart({ req, location }: { req: PageRequest; location: UploadLocation }) {
  const { section_id, path, title, caption, lede, files } = location
  const { words, may_edit } = req
  return (
    <section class="upload-part stack" id={`upload-${path.replace("/", "-")}`}>
      <div>
        {caption && <p class="page-caption">{caption}</p>}
        <h2>
          {title}{" "}
          {!location.is_missing && files.length === 0 && <span class="optional">{words.frame.optional}</span>}
        </h2>
        {lede && <p class="hint">{lede}</p>}
      </div>
      {files.length > 0 && (
        <FileList
          label={words.documents.list}
          files={files.map((file) => fileItem(req, file, sectionUrl(section_id, path)))}
        />
      )}
      {may_edit && (
        <UploadForm req={req} request={{ path, search: "", query: {} }} location={location} errors={[]} />
      )}
    </section>
  )
}
