import type { Language } from "../definition/text.ts"
import { type Form, readForm } from "../platform/http/pages.ts"

/** How a preview is looked at; it stays in the address from page to page. */
export interface PreviewQuery {
  persona: string
  lang: Language
  /** What was answered on the way. */
  answers: string
  part: string | undefined
  /** From 0. */
  page: number | undefined
  /** What was filled in on the page before. */
  form: Form | undefined
}

/** What the address of a preview says after its path. */
export function readPreviewQuery(url: string): PreviewQuery {
  const sent = readForm(url.split("?")[1] ?? "")
  const { lang, as, answers, part, page, filled } = sent
  // The language is the address's here, and no field of the form.
  const { lang: _, ...form } = sent
  const number = page?.at(-1) ?? ""
  return {
    persona: as?.at(-1) ?? "",
    lang: lang?.at(-1) === "es" ? "es" : "en",
    answers: answers?.at(-1) ?? "",
    part: part?.at(-1),
    page: /^\d{1,4}$/.test(number) ? Number(number) : undefined,
    form: filled === undefined ? undefined : form,
  }
}
