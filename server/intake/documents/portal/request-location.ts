import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { DocumentRequest } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { stateOf } from "../../checklist/checklist.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { dayInWords } from "../../portal/who-and-when.ts"
import type { MatterFile } from "../matter-files.ts"
import { listReusable } from "../uploads/file-reuse.ts"
import { choiceField, requestStateOf, senderOf } from "./document-choice.tsx"
import type { UploadLocation } from "./uploads/upload-form.tsx"

/** Where the files of a request are uploaded, what became of them, and when they are due. */
export async function locationOf(
  req: PageRequest,
  section_id: string,
  request: DocumentRequest,
  all: readonly MatterFile[],
): Promise<UploadLocation> {
  const { lang, words, loaded, today, matter } = req
  const { id, label, help, required, several } = request
  const files = filesOf(request, all)
  const state = await requestStateOf(req, id)
  const due_on = (await loaded.dueDays()).get(answerKey(id, senderOf(req, id)))
  // The home page says that it has come.
  const isPromised = (await loaded.latestItems()).some(
    (item) => item.record_id === id && item.state === "open",
  )
  const isHere = files.some((file) => file.state === "received" || file.state === "accepted")
  return {
    section_id,
    path: id,
    target: { request_id: id },
    title: textIn(label, lang),
    lede: state === "dropped" ? words.documents.dropped(req.firm.name) : textIn(help, lang) || undefined,
    note: due_on && !isHere ? words.documents.due_by(dayInWords(due_on, lang)) : undefined,
    ...(isPromised && !several && { back: "/portal" }),
    files,
    reusable: listReusable(all, files),
    several,
    is_missing: required && files.length === 0 && !state,
    is_optional: !required && files.length === 0,
    is_from_firm: request.is_from_firm,
    is_answerable: (await loaded.answerable()).has(id),
    state,
    progress: stateOf({
      answer: state,
      files,
      is_late: due_on !== undefined && due_on < today,
      is_awaited: required && matter.is_submitted,
    }),
    choice: await choiceField(req, request),
  }
}

export function filesOf({ id }: DocumentRequest, files: readonly MatterFile[]): MatterFile[] {
  return files.filter(({ request_id }) => request_id === id)
}
