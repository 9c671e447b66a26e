// The text of the family's drawing.
import type { Language } from "../../../definition/text.ts"

const en = {
  drawing: "Drawing of the family",
  others: "Others",
  client: "Client",
  subject: "The matter is about this person",
  representative: "Client, representative",
  also_client: (relation: string) => `${relation}, client`,
  no_name: "No name yet",
  this_person: "this person",
  born: (year: string) => `born ${year}`,
  died: (year: string) => `died ${year}`,
  has_died: "has died",
  key: {
    client: "Thick border: client.",
    died: "Cut corners: has died.",
    apart: "Dashed line: living apart, or no longer a couple.",
    between: "Dotted line: the relatives in between are not recorded.",
    unconnected: "No line: the family connection is not recorded.",
  },
}

const es: typeof en = {
  drawing: "Dibujo de la familia",
  others: "Otras personas",
  client: "Cliente",
  subject: "El asunto trata de esta persona",
  representative: "Cliente, representante",
  also_client: (relation) => `${relation}, cliente`,
  no_name: "Todavía sin nombre",
  this_person: "esta persona",
  born: (year) => `nació en ${year}`,
  died: (year) => `falleció en ${year}`,
  has_died: "ha fallecido",
  key: {
    client: "Borde grueso: cliente.",
    died: "Esquinas cortadas: ha fallecido.",
    apart: "Línea discontinua: viven separados o ya no son pareja.",
    between: "Línea de puntos: no constan los parientes intermedios.",
    unconnected: "Sin línea: no consta el parentesco.",
  },
}

export const familyWords: Record<Language, typeof en> = { en, es }
