// Writes calendars of all-day events by RFC 5545.

export interface AllDayEvent {
  /** The same in every version of the calendar, and nowhere else. */
  uid: string
  /** `YYYY-MM-DD`. */
  day: string
  /** When it last changed. */
  changed_at: Date
  summary: string
  description: string
  url: string
}

/** A calendar with these events; programs ask for it again every hour. */
export function calendarOf(name: string, events: readonly AllDayEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Due days//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...events.flatMap(linesOf),
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join("")
}

function linesOf({ uid, day, changed_at, summary, description, url }: AllDayEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${changed_at.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]
}

/** The value of a text property (section 3.3.11); control characters are not allowed in it. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ")
}

/** Lines of at most 75 bytes, without the break; a continuation begins with a blank (section 3.1). */
function folded(line: string): string {
  const max_bytes = 75
  let text = ""
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > max_bytes) {
      text += "\r\n "
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
