/** Words a firm writes for its clients: one wording for everybody, or one for each language of the portal. */
export type Text = string | { en: string; es: string }

export type Language = "en" | "es"

interface LanguageSettings {
  /** What it calls itself. */
  name: string
  /** How it writes dates, numbers and sums, as BCP 47 names it. */
  locale: string
  direction: "ltr" | "rtl"
}

/** The portal's languages. A further one has its line here; its catalogs are then asked for by the compiler. */
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

/** The wording in `language`; where the firm left it blank, the other one, so that nothing is ever unlabeled. */
export function textIn(text: Text | undefined, language: Language): string {
  if (text === undefined) return ""
  if (typeof text === "string") return text
  return text[language] || text.en || text.es
}

/** Whether nobody would read anything: no wording in any language. */
export function isBlank(text: Text | undefined): boolean {
  return textIn(text, "en").trim() === ""
}
