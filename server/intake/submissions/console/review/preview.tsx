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
  const address = `/console/matters/${matter_id}/documents/${document_id}/preview`
  const kind = displayOf(contentTypeOf(filename))
  if (!kind) return null
  return (
    <Details
      summary={
        <>
          Preview<span class="visually-hidden"> {filename}</span>
        </>
      }
    >
      {kind === "picture" ? (
        <img class="preview" src={address} alt={`Preview of ${filename}`} loading="lazy" />
      ) : (
        <iframe class="preview preview-page" src={address} title={`Preview of ${filename}`} loading="lazy" />
      )}
    </Details>
  )
}
