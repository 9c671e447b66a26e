import type { Language } from "../../../definition/text.ts"

/** Who reads about an open item: a client is "you". */
export type OpenItemReader = { contact_id: string | null } | "firm"

interface NamedItem {
  kind: "signature" | "document"
  contact_id: string | null
  title: string
  person: string
  /** As in `OpenItem`. */
  is_requested?: boolean
}

/** An open item in a few words, to be listed after others. */
export function openItemInWords(
  { kind, contact_id, title, person, is_requested }: NamedItem,
  language: Language,
  reader: OpenItemReader,
): string {
  const words = { en: english, es: spanish }[language]
  const isReader = reader !== "firm" && contact_id === reader.contact_id
  if (kind === "signature") return isReader ? words.your_signature(title) : words.signature(title, person)
  if (is_requested) return words.document(title)
  const isForReader = reader !== "firm" && (isReader || contact_id === null)
  return isForReader ? words.you_bring(title) : words.brings(title, person)
}

/** What has come, in a few words. */
export function arrivalInWords(item: NamedItem, language: Language, reader: OpenItemReader): string {
  return item.kind === "signature"
    ? openItemInWords(item, language, reader)
    : { en: english, es: spanish }[language].document(item.title)
}

const english = {
  document: (title: string) => `“${title}”`,
  your_signature: (title: string) => `your signature on “${title}”`,
  signature: (title: string, name: string) =>
    name ? `${name}’s signature on “${title}”` : `a signature on “${title}”`,
  you_bring: (title: string) => `“${title}” (you will bring it)`,
  brings: (title: string, name: string) => `“${title}” (${name || "the client"} will bring it)`,
}

const spanish: typeof english = {
  document: (title) => `«${title}»`,
  your_signature: (title) => `su firma en «${title}»`,
  signature: (title, name) => (name ? `la firma de ${name} en «${title}»` : `una firma en «${title}»`),
  you_bring: (title) => `«${title}» (usted lo traerá)`,
  brings: (title, name) => (name ? `«${title}» (lo traerá ${name})` : `«${title}» (por traer)`),
}

export interface StillOpenCounts {
  signatures: number
  documents: number
}

/** What a matter waits for, in a few words for lists: "a signature, 2 documents". */
export function stillOpenInWords({ signatures, documents }: StillOpenCounts): string {
  return [countOf(signatures, "signature"), countOf(documents, "document")].filter(Boolean).join(", ")
}

function countOf(count: number, one: string): string {
  if (count === 0) return ""
  return count === 1 ? `a ${one}` : `${count.toLocaleString("en-US")} ${one}s`
}
