import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import type { FaultCode } from "../../../definition/faults/faults.ts"
import type { PersonField } from "../../../definition/people/person-fields.ts"
import type { Language } from "../../../definition/text.ts"

export type MissingCode = FaultCode | "in_doubt" | "shares_incomplete" | "signature_missing"

/** A sentence for something missing; `person` distinguishes the same question about several people. */
export function missingSentence(
  code: MissingCode,
  label: string,
  person: string | undefined,
  language: Language,
): string {
  const name = nameWith(label, person)
  if (code === "shares_incomplete" || code === "signature_missing") return name
  if (code === "in_doubt") return doubtSentence(name, language)
  return faultSentence({ code }, name, language)
}

/** A label, with the person it is about. */
export function nameWith(label: string, person: string | undefined): string {
  return person ? `${label} – ${person}` : label
}

/**
 * The name of a role asked for each of two clients, worded so that the client doesn't seem to be the one who serves.
 */
export function roleFor(role: string, person: string | undefined, language: Language): string {
  return person ? `${role} (${language === "es" ? "para" : "for"} ${person})` : role
}

/** `total` is a percentage with two decimals. */
export function sharesSentence(
  level: "primary" | "contingent",
  label: string,
  total: string,
  language: Language,
  is_unread = false,
): string {
  if (language === "es") {
    const who = level === "primary" ? "principales" : "contingentes"
    if (is_unread) return `Complete las partes de los beneficiarios ${who} de «${label}».`
    return `Las partes de los beneficiarios ${who} de «${label}» suman ${total}%. Deben sumar 100%.`
  }
  if (is_unread) return `Complete the shares of the ${level} beneficiaries of “${label}”.`
  return `The shares of the ${level} beneficiaries of “${label}” come to ${total}%. They must come to 100%.`
}

function doubtSentence(name: string, language: Language): string {
  return language === "es"
    ? `El estado civil, o quién participa, cambió después de responder «${name}». Revise si sigue siendo correcto.`
    : `The marital status, or who takes part, changed after “${name}” was answered. Check that it is still right.`
}

export function signatureSentence(title: string, signer: string, language: Language): string {
  if (language === "es") return `«${title}»: falta la firma de ${signer || "esta persona"}.`
  return `${signer || "This person"} still needs to sign “${title}”.`
}

export function codeOfField(field: PersonField): FaultCode {
  if (field === "date_of_birth" || field === "date_of_death") return "date_missing"
  return field === "gender_binary" || field === "marital_status" ? "choice_missing" : "answer_missing"
}

export function fieldLabel(field: PersonField, language: Language): string {
  return fieldLabels[language][field]
}

export const fieldLabels: Record<Language, Record<PersonField, string>> = {
  en: {
    first_name: "First name",
    middle_name: "Middle name",
    last_name: "Last name",
    suffix: "Suffix",
    also_known_as: "Also known as",
    preferred_name: "Preferred name",
    gender_binary: "Sex",
    date_of_birth: "Date of birth",
    date_of_death: "Date of death",
    marital_status: "Marital status",
    number_of_children: "Number of children",
    phone_numbers: "Phone number",
    email_addresses: "Email address",
    addresses: "Address",
  },
  es: {
    first_name: "Nombre",
    middle_name: "Segundo nombre",
    last_name: "Apellido",
    suffix: "Sufijo",
    also_known_as: "También conocido/a como",
    preferred_name: "Nombre preferido",
    gender_binary: "Sexo",
    date_of_birth: "Fecha de nacimiento",
    date_of_death: "Fecha de fallecimiento",
    marital_status: "Estado civil",
    number_of_children: "Número de hijos",
    phone_numbers: "Número de teléfono",
    email_addresses: "Correo electrónico",
    addresses: "Dirección",
  },
}
