import type { Language } from "../text.ts"

/** Words for an equal share, which is like leaving the share blank. */
export const equalWords =
  /^(?:equal(?:ly)?(?: shares?)?|evenly?|the same|same|(?:por |en )?partes iguales|(?:por )?igual(?:es)?|lo mismo)$/

/** Words for a part of the whole, as a fraction. */
export const wholeWords: Record<Language, Readonly<Record<string, readonly [number, number]>>> = {
  en: {
    ...{
      all: [1, 1],
      everything: [1, 1],
      half: [1, 2],
      "one half": [1, 2],
      third: [1, 3],
      "one third": [1, 3],
    },
    ...{
      "two thirds": [2, 3],
      quarter: [1, 4],
      "one quarter": [1, 4],
      "one fourth": [1, 4],
      "three quarters": [3, 4],
    },
    ...{ fifth: [1, 5], "one fifth": [1, 5], sixth: [1, 6], "one sixth": [1, 6] },
  },
  es: {
    ...{ todo: [1, 1], mitad: [1, 2], medio: [1, 2], media: [1, 2], tercio: [1, 3], tercera: [1, 3] },
    ...{
      "dos tercios": [2, 3],
      cuarto: [1, 4],
      cuarta: [1, 4],
      "tres cuartos": [3, 4],
      quinto: [1, 5],
      sexto: [1, 6],
    },
  },
}
