// The text of reminders. It names sections and their items, but no answers and no one except the recipient: email is
// read on lock screens and over shoulders.

import type { Definition } from "../../definition/definition.ts"
import { type Language, textIn } from "../../definition/text.ts"
import { shortenText } from "../../platform/text/shorten-text.ts"
import type { ChecklistItem } from "../checklist/checklist.ts"
import type { CorrectionSubject } from "../corrections/corrections.ts"
import { listParts } from "../questionnaires/editing/editing.ts"
import type { Missing } from "../submissions/missing/missing-answer.ts"
import { dueInWords } from "./documents.ts"

export type ReminderKind = "new" | "begun" | "ready" | "corrections" | "open"

const max_named = 4
const longest_name = 80

/** One line per section with missing items; only the section titles for a matter not started yet. */
export function missingLines(
  definition: Definition,
  missing: readonly Missing[],
  of: { language: Language; is_begun: boolean; documents: readonly ChecklistItem[] },
): string[] {
  const { language, is_begun, documents } = of
  const titles = missing.filter(({ where }) => "agreement_id" in where).map(({ label }) => label)
  const unsigned = [...new Set(titles)].map((title) => `• ${words[language].to_sign(title)}`)
  const unanswered = definition.sections.flatMap((section) => {
    const here = missing.filter(({ section_id }) => section_id === section.id)
    if (here.length === 0) return []
    const title = textIn(section.title, language)
    if (!is_begun) return [`• ${title}`]
    const things = [
      ...new Set(here.map((one) => nameOf(one, language) + dueInWords(one.where, documents, language))),
    ]
    const named = things.slice(0, max_named).join("; ")
    const rest = things.length - max_named
    return [`• ${title}: ${named}${rest > 0 ? words[language].more(rest) : ""}`]
  })
  return [...unanswered, ...unsigned]
}

/** The items of open corrections, other than of files, as the questionnaire words them, without the client's data. */
export function subjectLines(
  definition: Definition,
  subjects: readonly CorrectionSubject[],
  language: Language,
): string[] {
  const texts = words[language]
  const names = subjects.map(({ kind, record_id }) => {
    if (kind === "contact") return texts.person
    if (kind === "asset") return texts.asset
    return wordingOf(definition, record_id, language) ?? texts.answer
  })
  const named = [...new Set(names)]
  const rest = named.length - max_named
  return [
    ...named.slice(0, max_named).map((name) => `• ${name}`),
    ...(rest > 0 ? [texts.more_subjects(rest)] : []),
  ]
}

/** The prompt of a question, the title of a role or the label of a request. */
function wordingOf(definition: Definition, id: string, language: Language): string | undefined {
  const part = definition.sections.flatMap((section) => [...listParts(section)]).find((one) => one.id === id)
  if (!part) return undefined
  if ("prompt" in part) return shortened(textIn(part.prompt, language))
  if ("role_description" in part) return shortened(textIn(part.role_description, language))
  return "label" in part ? shortened(textIn(part.label, language)) : undefined
}

function nameOf({ code, label }: Missing, language: Language): string {
  // An asset's label is client input.
  if (code === "shares_incomplete") return words[language].shares
  return shortened(label)
}

function shortened(label: string): string {
  return shortenText(label.replace(/(?<![:.\s])[:.\s]+$/, ""), longest_name)
}

const english = {
  shares: "beneficiary shares that don’t add up to 100%",
  more: (rest: number) => `; and ${rest} more`,
  to_sign: (title: string) => `To be signed: ${title}`,
  headings: {
    new: "Your questionnaire is waiting for you",
    begun: "A few things are still missing",
    ready: "One last step: send it in",
    corrections: "Please look at something again",
    open: "Something is still to come",
  },
  leads: {
    new: (firm: string) =>
      `${firm} has prepared a questionnaire for you. You don’t need an account or a password to begin. It asks about:`,
    begun: (firm: string) => `You have begun the questionnaire for ${firm}. This is still missing:`,
    ready: () => "You have answered everything that is required. One step is left:",
    corrections: (firm: string) => `${firm} has read your questionnaire and asked you to look at this again:`,
    open: (firm: string) => `${firm} has your answers, and is waiting for the rest:`,
  },
  open_items: "Still open:",
  to_send: (firm: string) => `• Review your answers once more and send them to ${firm}`,
  everything: "• The questionnaire",
  /** Without naming any item. */
  unanswered: (count: number) =>
    count === 1
      ? "• 1 question that you have not answered yet"
      : `• ${count} questions that you have not answered yet`,
  person: "A person you named",
  asset: "Something you own",
  answer: "An answer",
  more_subjects: (rest: number) => `• and ${rest} more`,
}

const spanish: typeof english = {
  shares: "partes de los beneficiarios que no suman 100%",
  more: (rest) => `; y ${rest} más`,
  to_sign: (title) => `Por firmar: ${title}`,
  headings: {
    new: "Su cuestionario le espera",
    begun: "Todavía faltan algunas cosas",
    ready: "Un último paso: enviarlo",
    corrections: "Revise algo, por favor",
    open: "Queda algo pendiente",
  },
  leads: {
    new: (firm) =>
      `${firm} ha preparado un cuestionario para usted. No necesita cuenta ni contraseña para empezar. Pregunta sobre:`,
    begun: (firm) => `Ha comenzado el cuestionario para ${firm}. Todavía falta:`,
    ready: () => "Todo lo obligatorio está contestado. Queda un paso:",
    corrections: (firm) => `${firm} ha leído su cuestionario y le pidió que revise esto:`,
    open: (firm) => `${firm} tiene sus respuestas y espera lo que queda:`,
  },
  open_items: "Queda pendiente:",
  to_send: (firm) => `• Revisar sus respuestas una vez más y enviarlas a ${firm}`,
  everything: "• El cuestionario",
  unanswered: (count) =>
    count === 1
      ? "• 1 pregunta que usted todavía no ha contestado"
      : `• ${count} preguntas que usted todavía no ha contestado`,
  person: "Una persona que usted nombró",
  asset: "Algo que usted posee",
  answer: "Una respuesta",
  more_subjects: (rest) => `• y ${rest} más`,
}

export const words: Record<Language, typeof english> = { en: english, es: spanish }

/** Why no one can be reminded: a sentence for the matter's page, and a few words to show next to its name. */
export const notRemindedWords = {
  closed: { sentence: "This matter is closed. Reopen it first.", short: "closed" },
  completed: {
    sentence: "You have completed this matter, and nothing is still to come. Reopen it for the client first.",
    short: "completed",
  },
  submitted: { sentence: "The client has sent everything in.", short: "submitted already" },
  switched_off: {
    sentence: "Reminders are switched off for this matter.",
    short: "reminders are off for it",
  },
  not_invited: {
    sentence: "No client has a link that works. Invite the client first.",
    short: "no client is invited",
  },
  no_address: {
    sentence: "None of the invited clients has an email address. Give them the link yourself.",
    short: "no email address",
  },
  just_reminded: {
    sentence: "Everyone was reminded within the last ten minutes.",
    short: "just reminded",
  },
}
export type NotReminded = keyof typeof notRemindedWords
