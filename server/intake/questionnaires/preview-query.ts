import type { Language } from "../../definition/text.ts"
import { type Form, readForm } from "../../platform/http/responses/pages.ts"

/** The state of a preview, which its links carry from page to page in the query. */
export interface PreviewQuery {
  persona: string
  lang: Language
  /** The answers given so far, encoded. */
  answers: string
  part: string | undefined
  /** From 0. */
  page: number | undefined
  /** The form submitted on the previous page. */
  form: Form | undefined
}

export function readPreviewQuery(url: string): PreviewQuery {
  const query = readForm(url.split("?")[1] ?? "")
  const { as, answers, part, page, filled } = query
  // `lang` belongs to the preview, not to the form.
  const { lang, ...form } = query
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
