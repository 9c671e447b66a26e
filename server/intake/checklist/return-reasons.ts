// Reasons that staff choose from when they return a file. The client reads them in their own language.
import type { Language } from "../../definition/text.ts"

export const returnReasons = [
  {
    en: "We cannot read this file. Please send it again.",
    es: "No podemos leer este archivo. Envíelo otra vez, por favor.",
  },
  {
    en: "Some pages are missing. Please send the complete document.",
    es: "Faltan algunas páginas. Envíe el documento completo, por favor.",
  },
  {
    en: "This is not the document we asked for. Please send the right one.",
    es: "Este no es el documento que pedimos. Envíe el correcto, por favor.",
  },
  {
    en: "This document is out of date. Please send the current one.",
    es: "Este documento no está vigente. Envíe el actual, por favor.",
  },
] as const satisfies readonly Record<Language, string>[]

/** The firm's words to a client: the lines that were chosen from the list in the client's language, the rest as written. */
export function reasonIn(words: string, language: Language): string {
  return words
    .split("\n")
    .map((line) => returnReasons.find(({ en }) => en === line)?.[language] ?? line)
    .join("\n")
}
