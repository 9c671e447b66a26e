// Which words a page takes, by who reads: the clients themselves, or somebody who fills in for them.

import { joinWords } from "../../platform/joined-words.ts"
import type { Language } from "../../questionnaires/text.ts"
import { type AssetWords, assetWords } from "./assets.ts"
import type { Words } from "./en.ts"
import { type AboutOthers, helperWords } from "./helper.ts"
import { type ReviewWords, reviewWords } from "./review.ts"
import { type RoleWords, roleWords } from "./roles.ts"
import { wordsIn } from "./words.ts"

const unnamed: Record<Language, string> = { en: "the client", es: "esta persona" }

/** The clients as others speak of them: by name, where there is one. */
export function namesOfClients(names: readonly string[], lang: Language): string {
  return joinWords(names, lang) || unnamed[lang]
}

/** For whom somebody fills in, as on every page of theirs. */
export function barFor(who: string, lang: Language): Pick<AboutOthers, "label" | "bar"> {
  return helperWords[lang](who)
}

/** The catalogue for whoever fills in for `who`; for the clients themselves without it. */
export function wordsAbout(who: string | undefined, lang: Language): Words {
  const words = wordsIn(lang)
  if (who === undefined) return words
  const { portal } = helperWords[lang](who)
  const merged = Object.entries(words).map(([part, own]) => [
    part,
    { ...own, ...portal[part as keyof Words] },
  ])
  return Object.fromEntries(merged) as Words
}

interface Reader {
  lang: Language
  /** The clients by name, where somebody else reads. */
  filled_in_for?: string | undefined
}

export function reviewWordsFor({ lang, filled_in_for: who }: Reader): ReviewWords {
  return who === undefined ? reviewWords[lang] : { ...reviewWords[lang], ...helperWords[lang](who).review }
}

export function assetWordsFor({ lang, filled_in_for: who }: Reader): AssetWords {
  return who === undefined ? assetWords[lang] : { ...assetWords[lang], ...helperWords[lang](who).assets }
}

export function roleWordsFor({ lang, filled_in_for: who }: Reader): RoleWords {
  return who === undefined ? roleWords[lang] : { ...roleWords[lang], ...helperWords[lang](who).roles }
}
