// The firm's own text on its start pages, such as its privacy notice, shown above the submit button.
import { createHash } from "node:crypto"
import type { Language } from "../../definition/text.ts"
import type { Firm } from "./firms.ts"

export const max_start_page_characters = 2_000

export type StartPageText = Record<Language, string>

/** The text in both languages; empty if the firm has none. */
export function startPageTextOf(settings: Firm["settings"]): StartPageText {
  const { en = "", es = "" } = (settings.start_page_text ?? {}) as Partial<StartPageText>
  return { en, es }
}

export interface DisplayedText {
  text: string
  language: Language
  /** Identifies this exact text. */
  mark: string
}

/** The text for a reader of this language: the other language's text if there is none, undefined without any. */
export function displayedTextOf(settings: Firm["settings"], wanted: Language): DisplayedText | undefined {
  const own = startPageTextOf(settings)
  const language = own[wanted] === "" ? (wanted === "en" ? "es" : "en") : wanted
  const text = own[language]
  return text === ""
    ? undefined
    : { text, language, mark: createHash("sha256").update(text).digest("base64url").slice(0, 16) }
}
