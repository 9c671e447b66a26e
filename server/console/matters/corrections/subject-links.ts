import type { Subject } from "../../../corrections/subjects.ts"

type Named = Pick<Subject, "kind" | "record_id" | "about">

/** Where staff ask for a correction of something; without it, they choose there. */
export function askUrl(matter_id: string, subject?: Named): string {
  const page = `/console/matters/${matter_id}/corrections/new`
  return subject ? `${page}?subject=${subjectText(subject)}` : page
}

/** Something as an address or a form names it: `contact:contact_…`. */
export function subjectText({ kind, record_id, about }: Named): string {
  return [kind, record_id, ...(about ? [about] : [])].join(":")
}

/** Where staff see it. */
export function shownUrl(matter_id: string, { kind, record_id, about }: Named): string {
  const home = `/console/matters/${matter_id}`
  switch (kind) {
    case "question":
      return `${home}/answers`
    case "contact":
      return `${home}/people#${record_id}`
    case "role":
      return `${home}/roles#${record_id}-${about ?? ""}`
    case "asset":
      return `${home}/assets#${record_id}`
    case "request":
      return `${home}/documents`
    case "document":
      return `${home}/documents#${record_id}`
    default:
      return kind satisfies never
  }
}
