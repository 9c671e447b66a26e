import type { Language } from "../../../definition/text.ts"
import { min_password_characters, type PasswordFault } from "./password-rules.ts"

/** What to do about a rejected password, in words for the person who chose it. */
export function passwordSentence(fault: PasswordFault, lang: Language): string {
  return sentences[lang][fault]
}

/** The hint next to a new password's field. */
export const passwordHints: Record<Language, string> = {
  en: `At least ${min_password_characters} characters. Three or four words that do not belong together are easy to remember and hard to guess.`,
  es: `Al menos ${min_password_characters} caracteres. Tres o cuatro palabras sin relación entre sí se recuerdan bien y son difíciles de adivinar.`,
}

const sentences: Record<Language, Record<PasswordFault, string>> = {
  en: {
    missing: "Enter a password.",
    too_short: `Use at least ${min_password_characters} characters. Three or four words are easy to remember.`,
    too_long: "Use at most 200 characters.",
    common:
      "Others would guess this password: it is one of the most common ones, or close to one. Choose another, for example three or four words that do not belong together.",
    personal:
      "Others would guess this password: it is made of your name, your email address or the firm’s name. Choose another, for example three or four words that do not belong together.",
  },
  es: {
    missing: "Escriba una contraseña.",
    too_short: `Use al menos ${min_password_characters} caracteres. Tres o cuatro palabras se recuerdan bien.`,
    too_long: "Use como máximo 200 caracteres.",
    common:
      "Otros adivinarían esta contraseña: es una de las más comunes o se parece mucho a una. Elija otra, por ejemplo tres o cuatro palabras sin relación entre sí.",
    personal:
      "Otros adivinarían esta contraseña: está hecha con su nombre, su correo electrónico o el nombre de la firma. Elija otra, por ejemplo tres o cuatro palabras sin relación entre sí.",
  },
}
