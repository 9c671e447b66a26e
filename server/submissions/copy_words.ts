import type { Contact } from "../contacts/schema.ts"
import { maritalWords } from "../questionnaires/marital_status.ts"
import type { Language } from "../questionnaires/text.ts"

type PhoneKind = Contact["phone_numbers"][number]["type"]

const phoneKinds: Record<Language, Record<PhoneKind, string>> = {
  en: { mobile: "mobile", home: "home", work: "work", fax: "fax", other: "other" },
  es: { mobile: "móvil", home: "casa", work: "trabajo", fax: "fax", other: "otro" },
}

const en = {
  title: "Copy of your answers",
  number: "Number",
  sent: "Sent",
  sent_by: "Sent by",
  as_of: "As of",
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  yes: "Yes",
  no: "No",
  relationship: "Relationship",
  full_name: "Name",
  also_known_as: "Other names used",
  preferred_name: "Preferred name",
  date_of_birth: "Date of birth",
  date_of_death: "Date of death",
  gender_binary: "Sex",
  male: "Male",
  female: "Female",
  phone: "Phone",
  phone_of: (number: string, kind: PhoneKind) => `${number} (${phoneKinds.en[kind]})`,
  email: "E-mail address",
  address: "Address",
  shared: "Family",
  marital_status: "Marital status",
  marital: maritalWords.en as Record<string, string>,
  number_of_children: "Number of children",
  choice: (position: number) => (position === 1 ? "First choice" : `Successor ${position - 1}`),
  nobody: "Nobody chosen",
  primary: "Beneficiaries",
  contingent: "If none of them is alive",
  files: "Files",
  more_answers: "More answers",
  documents: "Documents",
  masked_note: "Answers marked with dots are kept hidden here for your safety.",
}

export type CopyWords = typeof en

const es: CopyWords = {
  title: "Copia de sus respuestas",
  number: "Número",
  sent: "Enviado",
  sent_by: "Enviado por",
  as_of: "Estado al",
  page: (page, count) => `Página ${page} de ${count}`,
  yes: "Sí",
  no: "No",
  relationship: "Relación",
  full_name: "Nombre",
  also_known_as: "Otros nombres usados",
  preferred_name: "Nombre preferido",
  date_of_birth: "Fecha de nacimiento",
  date_of_death: "Fecha de fallecimiento",
  gender_binary: "Sexo",
  male: "Masculino",
  female: "Femenino",
  phone: "Teléfono",
  phone_of: (number, kind) => `${number} (${phoneKinds.es[kind]})`,
  email: "Correo electrónico",
  address: "Dirección",
  shared: "Familia",
  marital_status: "Estado civil",
  marital: maritalWords.es,
  number_of_children: "Número de hijos",
  choice: (position) => (position === 1 ? "Primera opción" : `Sustituto ${position - 1}`),
  nobody: "Nadie elegido",
  primary: "Beneficiarios",
  contingent: "Si ninguno de ellos vive",
  files: "Archivos",
  more_answers: "Más respuestas",
  documents: "Documentos",
  masked_note: "Las respuestas marcadas con puntos se mantienen ocultas aquí por su seguridad.",
}

export const copyWords: Record<Language, CopyWords> = { en, es }
