/** Text a firm writes for its clients: one string for all languages, or one per language. */
export type Text = string | { en: string; es: string }

export type Language = "en" | "es"

interface LanguageSettings {
  /** In the language itself. */
  name: string
  /** BCP 47 tag for formatting dates, numbers and amounts. */
  locale: string
  direction: "ltr" | "rtl"
}

/** The portal's languages. After you add one, the compiler reports each catalog that lacks it. */
export const languages: Record<Language, LanguageSettings> = {
  en: { name: "English", locale: "en-US", direction: "ltr" },
  es: { name: "Español", locale: "es-US", direction: "ltr" },
}
export const languageCodes = Object.keys(languages) as Language[]

export function findLanguage(code: unknown): Language | undefined {
  return languageCodes.find((language) => language === code)
}

export function localeOf(language: Language): string {
  return languages[language].locale
}

/** The text in `language`, falling back to the other language if blank, so that nothing is unlabeled. */
export function textIn(text: Text | undefined, language: Language): string {
  if (text === undefined) return ""
  if (typeof text === "string") return text
  return text[language] || text.en || text.es
}

/** Whether the text is blank in every language. */
export function isBlank(text: Text | undefined): boolean {
  return textIn(text, "en").trim() === ""
}
