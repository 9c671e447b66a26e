import type { Subject } from "../../../corrections/subjects.ts"
import type { FramedMatter } from "../frame.tsx"
import { askUrl } from "./subject-links.ts"

export type AskAbout = (subject: Pick<Subject, "kind" | "record_id"> & { about?: string | null }) => string

/** Gives pages the address at which the client is asked about something on them; undefined where nobody can be asked. */
export function askAbout({ id, state }: Pick<FramedMatter, "id" | "state">): AskAbout | undefined {
  if (state === "closed" || state === "created") return undefined
  return ({ about = null, ...subject }) => askUrl(id, { ...subject, about })
}

/**
 * Beside something of the client's; `of` says what, for those who hear links out of context. The short one is for
 * columns.
 */
export function AskLink(props: { href: string | undefined; of: string; isShort?: boolean }) {
  const { href, of, isShort = false } = props
  if (!href) return null
  return (
    <a class="cell-line ask-link" href={href}>
      {isShort ? "Ask again" : "Ask for a correction"}
      <span class="visually-hidden">
        {isShort && " for a correction"} of {of}
      </span>
    </a>
  )
}
