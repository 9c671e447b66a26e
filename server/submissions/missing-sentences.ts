import { faultSentence } from "../definition/fault-sentences.ts"
import type { FaultCode } from "../definition/faults.ts"
import type { PersonField } from "../definition/person-fields.ts"
import { type Language, type Text, textIn } from "../definition/text.ts"

export type MissingCode = FaultCode | "shares_incomplete"

/** The sentence of the one catalogue for what is missing; `person` tells apart what is asked of several people. */
export function missingSentence(
  code: MissingCode,
  label: string,
  person: string | undefined,
  language: Language,
): string {
  const name = person ? `${label} – ${person}` : label
  return code === "shares_incomplete" ? name : faultSentence({ code }, name, language)
}

/** What a role is called that is asked for each of two clients: nobody is to read that the client serves. */
export function roleFor(role: string, person: string | undefined, language: Language): string {
  return person ? `${role} (${language === "es" ? "para" : "for"} ${person})` : role
}

/** `total` is a percentage with two places. */
export function sharesSentence(
  level: "primary" | "contingent",
  label: string,
  total: string,
  language: Language,
): string {
  if (language === "es") {
    const who = level === "primary" ? "principales" : "contingentes"
    return `Las partes de los beneficiarios ${who} de «${label}» suman ${total} %. Deben sumar 100 %.`
  }
  return `The shares of the ${level} beneficiaries of “${label}” come to ${total}%. They must come to 100%.`
}

export function codeOfField(field: PersonField): FaultCode {
  if (field === "date_of_birth" || field === "date_of_death") return "date_missing"
  return field === "gender_binary" || field === "marital_status" ? "choice_missing" : "answer_missing"
}

export function fieldLabel(field: PersonField, language: Language): string {
  return textIn(labels[field], language)
}

const labels: Record<PersonField, Text> = {
  first_name: { en: "First name", es: "Nombre" },
  middle_name: { en: "Middle name", es: "Segundo nombre" },
  last_name: { en: "Last name", es: "Apellido" },
  suffix: { en: "Suffix", es: "Sufijo" },
  also_known_as: { en: "Also known as", es: "También conocido/a como" },
  preferred_name: { en: "Preferred name", es: "Nombre preferido" },
  gender_binary: { en: "Sex", es: "Sexo" },
  date_of_birth: { en: "Date of birth", es: "Fecha de nacimiento" },
  date_of_death: { en: "Date of death", es: "Fecha de fallecimiento" },
  marital_status: { en: "Marital status", es: "Estado civil" },
  number_of_children: { en: "Number of children", es: "Número de hijos" },
  phone_numbers: { en: "Phone number", es: "Número de teléfono" },
  email_addresses: { en: "Email address", es: "Correo electrónico" },
  addresses: { en: "Address", es: "Dirección" },
}
