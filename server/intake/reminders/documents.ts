// Requested documents in reminders: which the client still has to send, to send again, or to bring, and by when.

import { type Language, textIn } from "../../definition/text.ts"
import { displayDate } from "../../definition/values/dates.ts"
import { type ChecklistItem, isPending } from "../checklist/checklist.ts"
import type { Missing } from "../submissions/missing/missing-answer.ts"
import { type OpenItemReader, openItemInWords } from "../submissions/missing/open-item-words.ts"

/** The day a missing document is due, in words to follow its name; empty for everything else. */
export function dueInWords(
  where: Missing["where"],
  items: readonly ChecklistItem[],
  language: Language,
): string {
  const item = items.find(({ id }) => id === requestOf(where))
  return item ? words[language].due(item) : ""
}

/** What the client still has to do about documents, apart from what is `missing`: quoted names, with the day each is due. */
export function documentLines(
  items: readonly ChecklistItem[],
  missing: readonly Missing[],
  { language, reader }: { language: Language; reader: OpenItemReader },
): string[] {
  const named = new Set(missing.map(({ where }) => requestOf(where)))
  const lines = items.flatMap((item) => {
    const { id, label, sender, state, due_on, is_added } = item
    const title = textIn(label, language)
    const due = words[language].due(item)
    // An email names no one but its recipient.
    if (state === "bring")
      return (
        openItemInWords({ kind: "document", contact_id: sender, title, person: "" }, language, reader) + due
      )
    if (state === "returned") return words[language].again(title) + due
    const isAwaited = isPending(state) && (due_on !== null || is_added)
    return isAwaited && !named.has(id) ? words[language].quoted(title) + due : []
  })
  return [...new Set(lines)]
}

function requestOf(where: Missing["where"]): string | undefined {
  if ("request_id" in where) return where.request_id
  return "question_id" in where ? where.question_id : undefined
}

const english = {
  quoted: (title: string) => `“${title}”`,
  again: (title: string) => `“${title}”: please send it again`,
  due: ({ due_on, is_overdue }: Pick<ChecklistItem, "due_on" | "is_overdue">) =>
    due_on === null ? "" : ` (${is_overdue ? "was due" : "due"} ${displayDate(due_on, "en")})`,
}

const spanish: typeof english = {
  quoted: (title) => `«${title}»`,
  again: (title) => `«${title}»: envíelo otra vez, por favor`,
  due: ({ due_on, is_overdue }) =>
    due_on === null ? "" : ` (${is_overdue ? "era" : "es"} para el ${displayDate(due_on, "es")})`,
}

const words: Record<Language, typeof english> = { en: english, es: spanish }
