/** Words a firm writes for its clients: one wording for everybody, or one for each language of the portal. */
export type Text = string | { en: string; es: string }

export const languages = ["en", "es"] as const
export type Language = (typeof languages)[number]

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
