import type { Language } from "../text.ts"

export const maritalStatuses = [
  "single",
  "married",
  "life_partner",
  "divorced",
  "widowed",
  "separated",
] as const
export type MaritalStatus = (typeof maritalStatuses)[number]

/** Whether two clients with this marital status may no longer take part together; false while it is unknown. */
export function endsCouple(status: MaritalStatus | ""): boolean {
  return !["", "married", "life_partner"].includes(status)
}

/** Options as clients pick them for themselves. */
export const maritalWords: Record<Language, Record<MaritalStatus, string>> = {
  en: {
    single: "Single",
    married: "Married",
    life_partner: "Living with a life partner",
    divorced: "Divorced",
    widowed: "Widowed",
    separated: "Separated",
  },
  es: {
    single: "Soltero/a",
    married: "Casado/a",
    life_partner: "Vive en pareja de hecho",
    divorced: "Divorciado/a",
    widowed: "Viudo/a",
    separated: "Separado/a",
  },
}
