import type { Subject } from "../../../corrections/subjects.ts"
import type { FramedMatter } from "../frame.tsx"
import { askUrl } from "./subject_links.ts"

export type AskAbout = (subject: Pick<Subject, "kind" | "record_id"> & { about?: string | null }) => string

/** Gives pages the address at which the client is asked about something on them; undefined where nobody can be asked. */
export function askAbout({ id, state }: Pick<FramedMatter, "id" | "state">): AskAbout | undefined {
  if (state === "closed" || state === "created") return undefined
  return ({ about = null, ...subject }) => askUrl(id, { ...subject, about })
}

/** Beside something of the client's; `of` says what, for those who hear links out of context. */
export function AskLink({ href, of }: { href: string | undefined; of: string }) {
  if (!href) return null
  return (
    <a class="cell-line ask-link" href={href}>
      Ask for a correction<span class="visually-hidden"> of {of}</span>
    </a>
  )
}
