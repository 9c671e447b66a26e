// The firm's own text on its start pages, such as how it treats what people write: above the button that sends.
import { createHash } from "node:crypto"
import type { Language } from "../definition/text.ts"
import type { Firm } from "../firms/firms.ts"

export const max_text_characters = 2_000

export type OwnText = Record<Language, string>

/** In both languages; empty where the firm has none. */
export function ownTextOf(settings: Firm["settings"]): OwnText {
  const { en = "", es = "" } = (settings.start_page_text ?? {}) as Partial<OwnText>
  return { en, es }
}

export interface ShownText {
  text: string
  language: Language
  /** Tells this text from any other. */
  mark: string
}

/** What somebody reads who looks in this language: the other one's text where there is none; undefined without any. */
export function shownTextOf(settings: Firm["settings"], wanted: Language): ShownText | undefined {
  const own = ownTextOf(settings)
  const language = own[wanted] === "" ? (wanted === "en" ? "es" : "en") : wanted
  const text = own[language]
  return text === ""
    ? undefined
    : { text, language, mark: createHash("sha256").update(text).digest("base64url").slice(0, 16) }
}
