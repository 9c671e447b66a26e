// Which passwords people may choose, everywhere one is set. OWASP ASVS 5.0 §6.2: a minimum length, a list of common
// passwords, and words about the person; no rules about kinds of characters.
import { areCommon } from "./common-passwords.ts"
import { coreOf, isPattern, simpleForms } from "./password-forms.ts"

export const min_password_characters = 10
const max_password_characters = 200

export type PasswordFault = "missing" | "too_short" | "too_long" | "common" | "personal"

/**
 * Returns what is wrong with a new password, or undefined. `about` lists words an attacker would try first: the
 * person's name and email address, and the firm's name.
 */
export async function findPasswordFault(
  password: string,
  about: readonly string[],
): Promise<PasswordFault | undefined> {
  const { length } = [...password]
  if (length === 0) return "missing"
  if (length < min_password_characters) return "too_short"
  if (length > max_password_characters) return "too_long"
  if (isPattern(password)) return "common"
  const rest = withoutWords(password, ["foyer", ...about])
  if (rest !== undefined && rest.length < 4) return "personal"
  if (await areCommon(simpleForms(password))) return "common"
  return rest !== undefined && (await areCommon([rest])) ? "personal" : undefined
}

/** Returns the password's letters without these words; undefined if it contains none of them. */
function withoutWords(password: string, about: readonly string[]): string | undefined {
  const words = about
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(coreOf)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
  const cores = [coreOf(password), ...simpleForms(password).map(coreOf)]
  return cores
    .map((core) => [core, words.reduce((rest, word) => rest.replaceAll(word, ""), core)] as const)
    .filter(([core, rest]) => rest !== core)
    .map(([, rest]) => rest)
    .toSorted((a, b) => a.length - b.length)[0]
}
