import type { Fault } from "../platform/errors.ts"

/** NIST SP 800-63B §3.1.1.2: length and a list of common ones; no rules about kinds of characters. */
export const fewest_password_characters = 8
const most_password_characters = 200

/** What is wrong with a new password, or undefined; `about` are words an attacker would try first. */
export function passwordFault(password: string, about: readonly string[]): Fault | undefined {
  const length = [...password].length
  if (length === 0) return fault("password_missing", "Enter a password.")
  if (length < fewest_password_characters)
    return fault("password_too_short", `Use at least ${fewest_password_characters} characters.`)
  if (length > most_password_characters)
    return fault("password_too_long", `Use at most ${most_password_characters} characters.`)
  if (isCommon(password) || isAbout(password, about)) {
    return fault(
      "password_common",
      "This password is among the first that others would try. Choose another, perhaps three words.",
    )
  }
  return undefined
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const core = plain.replace(/[^a-z]/g, "")
  const isRepeated = /^(.{1,4})\1+.?$/u.test(plain)
  const isRun = runs.some((run) => run.includes(plain))
  return (
    isRepeated || isRun || common.has(plain) || common.has(plain.replace(/[\d\W]+$/, "")) || common.has(core)
  )
}

function isAbout(password: string, about: readonly string[]): boolean {
  const core = password.toLowerCase().replace(/[^\p{L}]/gu, "")
  return about
    .flatMap((words) => [words, ...words.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase().replace(/[^\p{L}]/gu, ""))
    .some((word) => word.length >= 4 && core === word)
}

const runs = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
]

// The heads of public lists of leaked passwords; digits and signs behind them are cut off before looking.
const common = new Set(
  `password passwort passw pass passpass passwords changeme letmein welcome welcomeback iloveyou sunshine princess
   football baseball basketball superman batman trustno dragon monkey shadow master michael jennifer jordan hunter
   qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc admin administrator root login
   default secret secretsecret testtest test tester guest access whatever computer internet starwars pokemon
   charlie thomas jessica ashley nicole daniel andrew joshua matthew robert summer winter spring autumn january
   february october november december monday friday hello helloworld freedom america newyork texas florida
   lawfirm attorney lawyer legal counsel intake client clients foyer office company business temporary temp
   abcabc aaaaaaaa qqqqqqqq iloveu lovely flower cheese killer pepper ginger cookie banana orange maggie buster
   harley ranger tigger soccer hockey corvette ferrari mustang porsche mercedes nothing something unknown`
    .split(/\s+/)
    .filter(Boolean),
)

function fault(code: string, message: string): Fault {
  return { param: "password", code, message }
}
