import type { Language } from "../../../../definition/text.ts"

/** The text of drawings and their tables, for the firm's memo and the clients' own copy. */
export const figureWords = {
  en: {
    family_alt: "Drawing of the family. The table has the same information.",
    person: "Person",
    relation: "Relationship to the main person",
    partner_relation: "Relationship to the partner",
    years: "Dates",
    flow_title: "Who gets what",
    flow_alt: "Which asset goes to whom, by named beneficiaries. The table below has the same information.",
    receives: "Receives",
    instead: "If others cannot",
    amount: "Net value",
    someone: "Someone",
    more: (count: number) => `${count} more`,
    see_table: "See the table below",
    share_of: (share: string, what: string) => `${share} of ${what}`,
  },
  es: {
    family_alt: "Dibujo de la familia. La tabla contiene la misma información.",
    person: "Persona",
    relation: "Relación con la persona principal",
    partner_relation: "Relación con la pareja",
    years: "Fechas",
    flow_title: "Quién recibe qué",
    flow_alt:
      "Qué bien va a quién, según los beneficiarios nombrados. La tabla de abajo contiene la misma información.",
    receives: "Recibe",
    instead: "Si los demás no pueden",
    amount: "Valor neto",
    someone: "Alguien",
    more: (count: number) => `${count} más`,
    see_table: "Vea la tabla de abajo",
    share_of: (share: string, what: string) => `${share} de ${what}`,
  },
} satisfies Record<Language, unknown>

export type FigureWords = (typeof figureWords)["en"]
