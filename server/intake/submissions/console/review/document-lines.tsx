import type { Definition, Section } from "../../../../definition/definition.ts"
import { findSectionOf, requestsOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { bytesText } from "../../../../platform/text/sizes-and-ages.ts"
import { When } from "../../../../web/console/times.tsx"
import { stateOf } from "../../../checklist/checklist.ts"
import { stateTag } from "../../../checklist/console/file-items.tsx"
import { Preview } from "../../../documents/console/files.tsx"
import { describeFiles } from "../../../documents/described.ts"
import type { RequestState } from "../../../documents/document-choices.ts"
import { listRequestAnswers } from "../../missing/open-items.ts"
import type { ReviewLine } from "./line.tsx"
import { firstSectionOf, type ReviewData } from "./record-lines.tsx"

export function documentLines(data: ReviewData): ReviewLine[] {
  return [...fileLines(data), ...openRequestLines(data)]
}

export function fileLines({ live, visibility, acceptanceOf, req }: ReviewData): ReviewLine[] {
  return describeFiles(live).map((file) => ({
    id: file.document_id,
    title: file.filename,
    note: file.what,
    value: (
      <>
        <span class="cell-note">
          {bytesText(file.size)}, <When at={file.uploaded_at} req={req} in_text />
          <span class="no-print">
            ,{" "}
            <a href={`/console/matters/${live.matter.id}/documents/${file.document_id}`} download>
              Download<span class="visually-hidden"> {file.filename}</span>
            </a>
          </span>
        </span>
        <Preview matter_id={live.matter.id} file={file} />
      </>
    ),
    subject: { kind: "document", record_id: file.document_id, about: null },
    section_id: sectionOfFile(visibility.definition, file.part, file.what)?.id,
    acceptance: acceptanceOf(`${file.part} ${file.document_id}`),
  }))
}

function openRequestLines(data: ReviewData): ReviewLine[] {
  const { visibility, names, request_states } = data
  const { definition, visible, facts, alone } = visibility
  return listRequestAnswers(definition, visible, { alone, clients: facts.clients }, request_states).flatMap(
    ({ id, label, required, sender, state }): ReviewLine[] => {
      const section = findSectionOf(definition, id)
      if (state === "file" || section?.kind !== "documents") return []
      return [
        {
          id: sender ? `${id}-${sender}` : id,
          title: textIn(label, "en"),
          note: sender ? `${names[sender] || "one client"}, alone` : undefined,
          value: null,
          tag: requestTag(data, state, required),
          subject: { kind: "request", record_id: id, about: sender },
          section_id: section.id,
        },
      ]
    },
  )
}

/** What became of a document that is not there, in the words of the checklist. */
export function requestTag(
  { live }: ReviewData,
  answer: RequestState | undefined,
  required: boolean,
): ReviewLine["tag"] {
  const is_awaited = required && live.matter.is_submitted
  return stateTag(stateOf({ answer, files: [], is_late: false, is_awaited }))
}

/** The section that asked for a file: of documents, of questions, or of assets. */
function sectionOfFile({ sections }: Definition, part: string, of: string): Section | undefined {
  if (part !== "documents") return firstSectionOf(sections, "assets")
  const request = requestsOf({ sections }).find(({ label }) => textIn(label, "en") === of)
  return (request && findSectionOf({ sections }, request.id)) ?? firstSectionOf(sections, "documents")
}
