// Whether and when the other program's matter was opened and closed. Pure.
import { displayDate } from "../../definition/values/dates.ts"
import { type DateContext, readDate } from "./dates.ts"
import type { Line } from "./table/cells.ts"

export interface PlannedDays {
  /** `YYYY-MM-DD`, or empty for today. */
  opened_on: string
  /** Empty for an open matter. */
  closed_on: string
}

const closedWords =
  /^(?:closed|close|inactive|archived?|completed?|done|finished|settled|resolved|dead|geschlossen|abgeschlossen|erledigt|archiviert|cerrad[oa]|archivad[oa]|terminad[oa]|concluid[oa]|y|yes|true|x|1)$/i
const openWords =
  /^(?:open(?:ed)?|active|pending|new|current|in progress|ongoing|on hold|waiting|offen|aktiv|laufend|neu|abiert[oa]|activ[oa]|pendiente|nuev[oa]|en curso|n|no|false|0)$/i

/** The days of the line's matter; a closed one without its day is closed today, and says so. */
export function readDays(line: Line, context: DateContext): PlannedDays {
  const opened_on = readDate(line, "opened_on", context, { isPast: true })
  // Some programs write Yes or No in a column “Closed”.
  const isAnswer = closedWords.test(line.text("closed_on")) || openWords.test(line.text("closed_on"))
  const day = isAnswer ? "" : readDate(line, "closed_on", context, { isPast: true })
  const status = line.text("status") || (isAnswer ? line.text("closed_on") : "")
  const isOpen = openWords.test(status)
  const isClosed = closedWords.test(status)
  if (status && !isOpen && !isClosed)
    line.question(
      "status",
      `“${status.slice(0, 40)}” is no status that Foyer has. The matter is ${day ? "closed, as it has a day of closing" : "created open"}.`,
    )
  if (isOpen && day) {
    line.question(
      "status",
      `The status is “${status.slice(0, 40)}”, and the matter was closed on ${displayDate(day, "en")}. It is created open.`,
    )
    return { opened_on, closed_on: "" }
  }
  if (!day && !isClosed) return { opened_on, closed_on: "" }
  const closed_on = day || context.today
  if (!day) line.question("status", "The file does not say when it was closed. It is stored as closed today.")
  if (opened_on > closed_on)
    line.question(
      "closed_on",
      `It was closed on ${displayDate(closed_on, "en")}, before it was opened on ${displayDate(opened_on, "en")}.`,
    )
  // Opened today and closed years ago would be nonsense.
  return { opened_on: opened_on || closed_on, closed_on }
}
