import { wordsIn } from "../../../web/portal/words/words.ts"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import type { FileItem } from "../../../web/ui/components/file-list.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { reasonIn } from "../../checklist/return-reasons.ts"
import { stateTones } from "../../checklist/state-tones.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { nameOfStaff, timeOf } from "../../portal/who-and-when.ts"
import type { MatterFile } from "../matter-files.ts"
import { thumbnailContext } from "../thumbnails.ts"
import { displaySize } from "./display-size.ts"
import { documentUrl } from "./open-document.ts"

/** A file as a list item. Its replace and remove pages are below `page`, the URL of the page it was uploaded on. */
export function fileItem(req: PageRequest, file: MatterFile, page: string): FileItem {
  const { lang, parts, may_edit } = req
  const words = wordsIn(lang).documents
  const link = (path: string, text: string, icon: "upload" | "trash") => (
    <LinkButton variant="quiet" small icon={icon} href={`${page}/${file.id}/${path}`}>
      {text}
      <span class="visually-hidden">{words.about(file.filename)}</span>
    </LinkButton>
  )
  return {
    id: file.id,
    name: file.filename,
    href: documentUrl(file.id),
    picture:
      file.thumbnail_sealed === null
        ? undefined
        : `data:image/jpeg;base64,${parts.ring.open(file.thumbnail_sealed, thumbnailContext(req.matter.id))}`,
    detail: (
      <>
        {words.size_and_time(displaySize(file.size, lang), timeOf(file.uploaded_at, req))}
        {file.staff_name && (
          <div>{wordsIn(lang).impersonation.uploaded_by(nameOfStaff(file.staff_name, req))}</div>
        )}
        {stateInWords(file, req)}
      </>
    ),
    actions: may_edit && mayReplace(file) && (
      <div class="tools">
        {link("replace", words.replace, "upload")}
        {!file.is_fixed && link("remove", req.words.frame.remove, "trash")}
      </div>
    ),
  }
}

/** A fixed file stays, but one that the firm returned can be replaced. */
export function mayReplace({ is_fixed, state }: MatterFile): boolean {
  return !is_fixed || state === "returned"
}

function stateInWords({ state, reason, is_submitted }: MatterFile, { lang, firm, may_edit }: PageRequest) {
  const words = wordsIn(lang).documents
  if (state === "received") return is_submitted && may_edit && <div>{words.sent}</div>
  return (
    <>
      <Tag tone={stateTones[state]}>{state === "replaced" ? words.replaced : words.states[state]}</Tag>
      {state === "returned" && (
        <div class="long-text">{words.returned_because(firm.name, reasonIn(reason, lang))}</div>
      )}
    </>
  )
}
