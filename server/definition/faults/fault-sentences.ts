// The sentences that tell people what is wrong with an answer. A long file, because it is one table.

import { type Language, textIn } from "../text.ts"
import { displayMoney, displayNumber, typedNumber, withoutZeros } from "../values/amounts.ts"
import { displayDate, displayMonth } from "../values/dates.ts"
import type { Fault, FaultCode } from "./faults.ts"

/**
 * Messages for rejected answers, by fault and language. Each names the field and says what to do; the error summary and
 * the field show the same message. `{name}` is the prompt, `{limit}` the bound that was exceeded, `{example}` an answer
 * that the field takes, and `{first}` and `{second}` what an ambiguous answer may mean.
 */

export const faultSentences: Record<FaultCode, Record<Language, string>> = {
  answer_missing: { en: "“{name}” needs an answer.", es: "Falta responder a «{name}»." },
  choice_missing: { en: "Choose an answer to “{name}”.", es: "Elija una respuesta para «{name}»." },
  choices_missing: {
    en: "Choose everything that applies for “{name}”.",
    es: "Elija todo lo que corresponda en «{name}».",
  },
  date_missing: { en: "“{name}” needs a date.", es: "Falta la fecha de «{name}»." },
  person_missing: { en: "Choose a person for “{name}”.", es: "Elija una persona para «{name}»." },
  document_missing: {
    en: "Upload a file for “{name}”, or say that you will bring it or don’t have it.",
    es: "Suba un archivo para «{name}», o indique que lo llevará o que no lo tiene.",
  },
  text_too_long: {
    en: "“{name}” has room for {limit} characters. Please shorten the answer.",
    es: "«{name}» admite {limit} caracteres. Acorte la respuesta.",
  },
  text_unreadable: {
    en: "“{name}” contains a character we cannot save. Please type the answer again.",
    es: "«{name}» contiene un carácter que no podemos guardar. Escriba la respuesta de nuevo.",
  },
  text_not_one_line: {
    en: "“{name}” must be one line, without line breaks or control characters.",
    es: "«{name}» debe ocupar una sola línea, sin saltos de línea ni caracteres de control.",
  },
  option_exclusive: {
    en: "Your answers to “{name}” contradict each other: one of them cannot be combined with others. Untick it, or untick the others.",
    es: "Sus respuestas a «{name}» se contradicen: una de ellas no se combina con otras. Desmárquela, o desmarque las demás.",
  },
  option_unknown: {
    en: "Choose one of the answers offered for “{name}”.",
    es: "Elija una de las respuestas que se ofrecen en «{name}».",
  },
  person_unknown: {
    en: "Choose one of the people listed for “{name}”, or add a new one.",
    es: "Elija una de las personas de la lista en «{name}» o agregue otra.",
  },
  date_needs_day: { en: "“{name}” needs a day.", es: "A «{name}» le falta el día." },
  date_needs_month: { en: "“{name}” needs a month.", es: "A «{name}» le falta el mes." },
  date_needs_year: {
    en: "“{name}” needs a year, for example 1975.",
    es: "A «{name}» le falta el año, por ejemplo 1975.",
  },
  date_needs_month_and_day: {
    en: "“{name}” needs a month and a day.",
    es: "A «{name}» le faltan el mes y el día.",
  },
  date_needs_day_and_year: {
    en: "“{name}” needs a day and a year.",
    es: "A «{name}» le faltan el día y el año.",
  },
  date_needs_month_and_year: {
    en: "“{name}” needs a month and a year.",
    es: "A «{name}» le faltan el mes y el año.",
  },
  date_day_unknown: {
    en: "The day of “{name}” must be a number from 1 to 31.",
    es: "El día de «{name}» debe ser un número del 1 al 31.",
  },
  date_month_unknown: {
    en: "The month of “{name}” must be a number from 1 to 12, or a name such as March.",
    es: "El mes de «{name}» debe ser un número del 1 al 12 o un nombre, como marzo.",
  },
  date_year_too_short: {
    en: "The year of “{name}” needs all four digits, for example 1975.",
    es: "El año de «{name}» necesita las cuatro cifras, por ejemplo 1975.",
  },
  date_year_unknown: {
    en: "The year of “{name}” must be a number with four digits, for example 1975.",
    es: "El año de «{name}» debe ser un número de cuatro cifras, por ejemplo 1975.",
  },
  date_does_not_exist: {
    en: "“{name}” has a day that does not exist in {limit}. Please check the day and the month.",
    es: "«{name}» tiene un día que no existe en {limit}. Revise el día y el mes.",
  },
  date_unreadable: {
    en: "“{name}” must be a date with month, day and year.",
    es: "«{name}» debe ser una fecha con mes, día y año.",
  },
  date_ambiguous: {
    en: "“{name}” could be {first} or {second}. Please write the month, the day and the year in their own boxes.",
    es: "«{name}» podría ser el {first} o el {second}. Escriba el mes, el día y el año cada uno en su casilla.",
  },
  date_unfinished: {
    en: "“{name}” is not a full date yet. Please complete it, or clear it.",
    es: "«{name}» todavía no es una fecha completa. Complétela o bórrela.",
  },
  date_too_early: { en: "“{name}” must be {limit} or later.", es: "«{name}» debe ser el {limit} o después." },
  date_too_late: { en: "“{name}” must be {limit} or earlier.", es: "«{name}» debe ser el {limit} o antes." },
  date_in_future: {
    en: "“{name}” must be today or in the past.",
    es: "«{name}» debe ser hoy o una fecha pasada.",
  },
  date_in_past: {
    en: "“{name}” must be today or in the future.",
    es: "«{name}» debe ser hoy o una fecha futura.",
  },
  number_unreadable: {
    en: "“{name}” must be a number in digits, for example {example}.",
    es: "«{name}» debe ser un número en cifras, por ejemplo {example}.",
  },
  number_ambiguous: {
    en: "“{name}” could mean {first} or {second}. Please write the one you mean.",
    es: "«{name}» podría ser {first} o {second}. Escriba cuál de las dos.",
  },
  amount_is_range: {
    en: "“{name}” must be a single amount, for example {example}. Your best guess is enough.",
    es: "«{name}» debe ser una sola cantidad, por ejemplo {example}. Basta con su mejor estimación.",
  },
  number_not_whole: {
    en: "“{name}” must be a whole number, for example {example}.",
    es: "«{name}» debe ser un número entero, por ejemplo {example}.",
  },
  number_too_small: { en: "“{name}” must be {limit} or more.", es: "«{name}» debe ser {limit} o más." },
  number_too_large: { en: "“{name}” must be {limit} or less.", es: "«{name}» debe ser {limit} o menos." },
  number_too_long: {
    en: "“{name}” has more digits than we can save. Please check the number.",
    es: "«{name}» tiene más cifras de las que podemos guardar. Revise el número.",
  },
  money_unreadable: {
    en: "“{name}” must be an amount in digits, for example {example}.",
    es: "«{name}» debe ser una cantidad en cifras, por ejemplo {example}.",
  },
  money_ambiguous: {
    en: "“{name}” could mean {first} or {second}. Please write the one you mean.",
    es: "«{name}» podría ser {first} o {second}. Escriba cuál de las dos.",
  },
  money_other_currency: {
    en: "“{name}” must be in U.S. dollars. Please convert it, for example {example}.",
    es: "«{name}» debe estar en dólares estadounidenses. Conviértala, por ejemplo {example}.",
  },
  money_has_fraction_of_cent: {
    en: "“{name}” can have at most two digits after the decimal point, for example 1,250.50.",
    es: "«{name}» puede tener como máximo dos cifras después del punto decimal, por ejemplo 1,250.50.",
  },
  money_too_small: { en: "“{name}” must be {limit} or more.", es: "«{name}» debe ser {limit} o más." },
  money_too_large: { en: "“{name}” must be {limit} or less.", es: "«{name}» debe ser {limit} o menos." },
  email_needs_at: {
    en: "“{name}” needs an @ sign, as in name@example.com.",
    es: "A «{name}» le falta el signo @, como en nombre@example.com.",
  },
  email_has_space: {
    en: "“{name}” must be one email address without spaces, as in name@example.com.",
    es: "«{name}» debe ser una sola dirección de correo sin espacios, como nombre@example.com.",
  },
  email_incomplete: {
    en: "“{name}” must be a complete email address, as in name@example.com.",
    es: "«{name}» debe ser una dirección de correo completa, como nombre@example.com.",
  },
  email_too_long: {
    en: "“{name}” is longer than an email address can be. Please check it.",
    es: "«{name}» es más larga de lo que puede ser una dirección de correo. Revísela.",
  },
  phone_unreadable: {
    en: "“{name}” must be one phone number, for example (202) 555-0142.",
    es: "«{name}» debe ser un solo número de teléfono, por ejemplo (202) 555-0142.",
  },
  phone_too_short: {
    en: "“{name}” has too few digits. Please include the area code, for example (202) 555-0142.",
    es: "A «{name}» le faltan cifras. Incluya el código de área, por ejemplo (202) 555-0142.",
  },
  phone_too_long: {
    en: "“{name}” is too long for one phone number. Please check it.",
    es: "«{name}» es demasiado largo para un solo número de teléfono. Revíselo.",
  },
  website_incomplete: {
    en: "“{name}” must be one complete web address without spaces, for example https://example.com.",
    es: "«{name}» debe ser una sola dirección web completa y sin espacios, por ejemplo https://example.com.",
  },
  website_not_on_web: {
    en: "“{name}” must begin with https:// or http://, as in https://example.com.",
    es: "«{name}» debe empezar por https:// o http://, como https://example.com.",
  },
  website_has_sign_in: {
    en: "“{name}” has an @ sign, as emails and sign-in names do. Please enter only the website, for example https://example.com.",
    es: "«{name}» tiene el signo @, como los correos y los nombres de usuario. Escriba solo el sitio web, por ejemplo https://example.com.",
  },
  address_needs_street: {
    en: "“{name}” needs a street and number.",
    es: "A «{name}» le faltan la calle y el número.",
  },
  address_needs_city: { en: "“{name}” needs a city.", es: "A «{name}» le falta la ciudad." },
  table_too_long: {
    en: "“{name}” has room for {limit} rows. Please combine some, or tell us the rest in a message.",
    es: "«{name}» admite {limit} filas. Junte algunas o envíenos el resto en un mensaje.",
  },
  ssn_unreadable: {
    en: "“{name}” must have the nine digits on the card, for example 123-45-6789.",
    es: "«{name}» debe tener las nueve cifras de la tarjeta, por ejemplo 123-45-6789.",
  },
  ein_unreadable: {
    en: "“{name}” must have nine digits, for example 12-3456789.",
    es: "«{name}» debe tener nueve cifras, por ejemplo 12-3456789.",
  },
}

/** The message for `fault`; `name` is the prompt or label of the field. */
export function faultSentence(fault: Fault, name: string, language: Language): string {
  const values: Record<string, string> = {
    name: withCell(name, fault, language),
    limit: displayLimit(fault, language),
    example: displayNumber(fault.example ?? ""),
    first: displayCandidate(fault, 0, language),
    second: displayCandidate(fault, 1, language),
  }
  return sentenceFor(fault.code, name, language).replace(
    /\{(name|limit|example|first|second)\}/g,
    (_, key) => values[key] ?? "",
  )
}

/** Reads naturally where the label is a question: the answer is at fault, and not the question. */
function sentenceFor(code: FaultCode, name: string, language: Language): string {
  const sentence = faultSentences[code][language]
  if (!name.endsWith("?") || missing.includes(code)) return sentence
  return language === "es"
    ? sentence.replace(/^«\{name\}»/, "Su respuesta a «{name}»")
    : sentence.replace(/^“\{name\}”/, "Your answer to “{name}”")
}

const missing: readonly FaultCode[] = ["answer_missing", "date_missing"]

function withCell(name: string, { cell }: Fault, language: Language): string {
  if (!cell) return name
  return `${name}, ${language === "es" ? "fila" : "row"} ${cell.row}, ${textIn(cell.label, language)}`
}

/** In digits that the field reads as that one amount; a Spanish number is shown without commas, which may be decimal. */
function displayCandidate({ code, candidates }: Fault, index: 0 | 1, language: Language): string {
  const candidate = candidates?.[index] ?? ""
  if (code === "date_ambiguous") return displayDate(candidate, language)
  return language === "es" && code === "number_ambiguous"
    ? typedNumber(withoutZeros(candidate))
    : displayNumber(candidate)
}

function displayLimit({ code, limit = "" }: Fault, language: Language): string {
  if (code === "date_does_not_exist") return displayMonth(limit, language)
  if (code.startsWith("date_")) return displayDate(limit, language)
  return code.startsWith("money_") ? displayMoney(limit) : displayNumber(limit)
}
