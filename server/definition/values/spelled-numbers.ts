import type { Language } from "../text.ts"

/** Without accents, from zero; then the tens from thirty. */
const words: Record<Language, readonly [string, string]> = {
  en: [
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
      "eighteen nineteen twenty",
    "thirty forty fifty sixty seventy eighty ninety",
  ],
  es: [
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete " +
      "dieciocho diecinueve veinte",
    "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
  ],
}

/** The number that a word of the page's language spells, to twenty and in tens to ninety, in digits. */
export function spelledNumber(word: string, language: Language): string | undefined {
  const [units, tens] = words[language].map((each) => each.split(" ")) as [string[], string[]]
  const spelled = language === "es" ? word.replace(/^una?$/, "uno") : word
  if (units.includes(spelled)) return String(units.indexOf(spelled))
  return tens.includes(spelled) ? String(10 * tens.indexOf(spelled) + 30) : undefined
}
