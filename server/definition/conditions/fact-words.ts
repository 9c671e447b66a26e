import type { Language } from "../text.ts"
import type { FactName } from "./conditions.ts"

/** Facts as the subject of a condition sentence. */
export const factWords: Record<FactName, Record<Language, string>> = {
  marital_status: { en: "the marital status", es: "el estado civil" },
  number_of_children: { en: "the number of children", es: "el número de hijos" },
  has_minor_children: {
    en: "the presence of children under 18",
    es: "la presencia de hijos menores de 18 años",
  },
  client_type: { en: "the type of client", es: "el tipo de cliente" },
  has_partner: { en: "the presence of a partner", es: "la presencia de una pareja" },
  assets: { en: "the list of assets and debts", es: "la lista de bienes y deudas" },
  has_joint_assets: { en: "joint ownership", es: "la propiedad conjunta" },
  has_minor_beneficiaries: {
    en: "the presence of beneficiaries under 18",
    es: "la presencia de beneficiarios menores de 18 años",
  },
}

/** Fixed wording for comparisons that would read badly as subject, verb and value. */
export const factClauses: Record<string, Record<Language, string>> = {
  "has_partner true": { en: "a partner takes part", es: "participa la pareja" },
  "has_partner false": { en: "no partner takes part", es: "no participa la pareja" },
  "has_minor_children true": { en: "a child is under 18", es: "algún hijo es menor de 18 años" },
  "has_minor_children false": { en: "no child is under 18", es: "ningún hijo es menor de 18 años" },
  "has_minor_children unknown": {
    en: "the birth dates do not say whether a child is under 18",
    es: "las fechas de nacimiento no dicen si algún hijo es menor de 18 años",
  },
  "has_minor_children known": {
    en: "the birth dates say whether a child is under 18",
    es: "las fechas de nacimiento dicen si algún hijo es menor de 18 años",
  },
  "assets known": { en: "an asset or debt is listed", es: "hay algún bien o deuda en la lista" },
  "assets unknown": { en: "no asset or debt is listed", es: "no hay ningún bien ni deuda en la lista" },
  "has_joint_assets true": {
    en: "the clients own something together",
    es: "los clientes son dueños de algo en conjunto",
  },
  "has_joint_assets false": {
    en: "the clients own nothing together",
    es: "los clientes no son dueños de nada en conjunto",
  },
  "has_joint_assets unknown": {
    en: "the questionnaire does not ask what the clients own",
    es: "el cuestionario no pregunta qué bienes tienen los clientes",
  },
  "has_joint_assets known": {
    en: "the questionnaire asks what the clients own",
    es: "el cuestionario pregunta qué bienes tienen los clientes",
  },
  "has_minor_beneficiaries true": {
    en: "a beneficiary of an asset is under 18",
    es: "algún beneficiario de un bien es menor de 18 años",
  },
  "has_minor_beneficiaries false": {
    en: "no beneficiary of an asset is under 18",
    es: "ningún beneficiario de un bien es menor de 18 años",
  },
  "has_minor_beneficiaries unknown": {
    en: "the birth dates do not say whether a beneficiary is under 18",
    es: "las fechas de nacimiento no dicen si algún beneficiario es menor de 18 años",
  },
  "has_minor_beneficiaries known": {
    en: "the birth dates say whether a beneficiary is under 18",
    es: "las fechas de nacimiento dicen si algún beneficiario es menor de 18 años",
  },
  "client_type self": { en: "the client fills this in", es: "el cliente llena el cuestionario" },
  "client_type representative": {
    en: "a representative fills this in",
    es: "un representante llena el cuestionario",
  },
}

export const factValueWords: Record<string, Record<Language, string>> = {
  single: { en: "single", es: "soltero/a" },
  married: { en: "married", es: "casado/a" },
  life_partner: { en: "life partners", es: "pareja de hecho" },
  divorced: { en: "divorced", es: "divorciado/a" },
  widowed: { en: "widowed", es: "viudo/a" },
  separated: { en: "separated", es: "separado/a" },
  self: { en: "the client in person", es: "el cliente en persona" },
  representative: { en: "a representative", es: "un representante" },
}
