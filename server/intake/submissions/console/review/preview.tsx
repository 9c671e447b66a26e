import { Details } from "../../../../web/ui/components/card.tsx"
import { contentTypeOf, displayOf } from "../../../documents/content-type.ts"

/** A preview of a file type that browsers display. Loads only once unfolded, so unopened files are never sent. */
export function Preview({
  matter_id,
  file,
}: {
  matter_id: string
  file: { document_id: string; filename: string }
}) {
  const { document_id, filename } = file
  if (!displayOf(contentTypeOf(filename))) return null
  return (
    <Details
      summary={
        <>
          Preview<span class="visually-hidden"> {filename}</span>
        </>
      }
    >
      <OpenFile matter_id={matter_id} id={document_id} filename={filename} />
    </Details>
  )
}

/** A file, displayed by the browser. Load it only when it is asked for, as each read is in the audit log. */
export function OpenFile(props: { matter_id: string; id: string; filename: string }) {
  const { matter_id, id, filename } = props
  const src = `/console/matters/${matter_id}/documents/${id}/preview`
  const title = `Preview of ${filename}`
  return displayOf(contentTypeOf(filename)) === "picture" ? (
    <img class="preview" src={src} alt={title} loading="lazy" />
  ) : (
    <iframe class="preview preview-page" src={src} title={title} loading="lazy" />
  )
}
