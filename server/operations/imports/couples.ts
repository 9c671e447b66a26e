// A name cell that is not one person's name: a couple in one cell, an organization, or a mark that someone has died. Pure.

const organization =
  /\b(?:inc|llc|llp|ltd|plc|corp|corporation|company|gmbh|trust|foundation|association)\b|^estate of\b/i

/** “The Smith Family Trust”, “Johnson & Johnson, Inc.” */
export function isOrganization(name: string): boolean {
  return organization.test(name)
}

const died =
  /[([] ?(?:deceased|dec(?:'d|’d|d)?|died|late|verstorben|verst|gest|fallecid[oa]|†) ?\.? ?[)\]]|†|(?:^|, ?| )(?:deceased|dec['’]d)$/i

/** The name without the mark, and whether it had one: “Ben (deceased)”, “† Dan”. */
export function withoutDeath(name: string): { name: string; is_deceased: boolean } {
  const rest = name.replace(died, " ").replace(/ {2,}/g, " ").trim()
  return rest === name ? { name, is_deceased: false } : { name: rest, is_deceased: true }
}

/** “y”, “e” and “et” join two people only behind one word: “Ortega y Gasset” is one man’s name. The slash in “c/o” and “a/k/a” joins none. */
const joiner = / ?(?:[&+;\n]|(?<!\b\p{L})\/(?!\p{L}\b)) ?| (?:and|und) /iu
const joinerAfterOneWord = /^([^ ]+) (?:y|e|et) /i
const titles = /^(?:(?:mr|mrs|ms|miss|dr|prof|herr|frau|sra?|sres)\.? ?)+$/i

/** “Smith, John & Mary”, “John and Mary Smith”, “John Smith & Jane Doe” as two names; undefined for anything else. The first of “Mr. and Mrs. John Smith” is empty. */
export function splitCouple(name: string): [string, string] | undefined {
  if (name.length > 200) return undefined
  const parts = name
    .replace(joinerAfterOneWord, "$1 & ")
    .split(joiner)
    .map((part) => part.trim())
  const [one = "", other = ""] = parts
  if (parts.length !== 2 || !parts.every((part) => /\p{L}/u.test(part) && !/^\d/.test(part))) return undefined
  if (titles.test(one)) return ["", other]
  const [last = "", given = ""] = one.split(/, ?/)
  if (given) return [one, isFullName(other) ? other : `${last}, ${other}`]
  return isFullName(one) || !isFullName(other) ? [one, other] : [`${one} ${lastNameOf(other)}`, other]
}

/** “Mary B.” has no last name yet. */
function isFullName(name: string): boolean {
  if (name.includes(",")) return true
  return name.split(" ").filter((word) => word.replace(".", "").length > 1).length > 1
}

function lastNameOf(name: string): string {
  return name.includes(",") ? (name.split(",")[0] ?? "") : (name.split(" ").at(-1) ?? "")
}
