import type { ComponentChildren } from "preact"
import { localeOf } from "../../definition/text.ts"
import { type findMessageFaults, max_text_characters } from "../../messages/writing.ts"
import type { SummaryError } from "../../ui/components/error-summary.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { textOf } from "../form.ts"
import { NewRecord, newRecordId } from "../new-record.tsx"
import { PageForm } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"

type Faults = ReturnType<typeof findMessageFaults>

/** A message to the firm, below the fields that a new topic adds. */
export function MessageForm(props: {
  req: PageRequest
  request: RoutedRequest
  faults: Faults
  label: string
  children?: ComponentChildren
}) {
  const { req, request, faults, label, children } = props
  const { words } = req
  return (
    <PageForm action={`${request.path}${request.search}`} words={words} submit={words.messages.send} is_local>
      <NewRecord id={newRecordId("message", request.form)} />
      {children}
      <TextArea
        id="text"
        label={label}
        hint={words.frame.max_characters_hint(max_text_characters.toLocaleString(localeOf(req.lang)))}
        rows={6}
        value={textOf(request.form, "text")}
        error={sentenceAt(faults, "text", req)}
      />
    </PageForm>
  )
}

/** What is wrong with a field of the form, in the client's words. */
export function sentenceAt(
  faults: Faults,
  param: "subject" | "text",
  { words }: PageRequest,
): string | undefined {
  const fault = faults.find((one) => one.param === param)
  if (!fault) return undefined
  return words.messages.faults[param][fault.code === "too_long" ? "too_long" : "required"]
}

export function summaryOf(faults: Faults, req: PageRequest): SummaryError[] {
  return (["subject", "text"] as const).flatMap((href) => {
    const text = sentenceAt(faults, href, req)
    return text ? [{ href, text }] : []
  })
}
