// Reads the person of a line, and the spouse beside them, with the readers that forms use. Pure.

import { ownValue } from "../../definition/own-value.ts"
import { relationships } from "../../definition/people/relationships.ts"
import { parseLine } from "../../definition/values/typed-text.ts"
import type { EmailEdit, PhoneEdit } from "../../intake/contacts/contact-detail-fields.ts"
import { isOrganization, withoutDeath } from "./couples.ts"
import { type DateContext, readDate } from "./dates.ts"
import { addressOf, emailsOf, type PlannedAddress, phonesOf } from "./details.ts"
import type { ImportField } from "./fields.ts"
import { splitFullName, splitSuffix, withoutTitle } from "./full-names.ts"
import type { Line } from "./table/cells.ts"

export interface PlannedPerson {
  /** A code of definition/people/relationships.ts. */
  relationship_type: string
  fields: Record<
    (typeof nameParts)[number] | "preferred_name" | "gender_binary" | "date_of_birth" | "date_of_death",
    string
  >
  emails: EmailEdit[]
  phones: PhoneEdit[]
  address: PlannedAddress | undefined
}

export interface PersonContext extends DateContext {
  /** The country of addresses without one. */
  country_iso: string
  /** The file has an H for hombre, so that its M is mujer. */
  writes_h: boolean
}

const nameParts = ["first_name", "middle_name", "last_name", "suffix"] as const
const max_name = 128

/** The person of the line, without the relationship. */
export function readPerson(line: Line, context: PersonContext): PlannedPerson {
  const person = personOf(line, "", context)
  if (!person.fields.first_name && !person.fields.last_name) person.fields.last_name = organizationOf(line)
  if (!person.fields.first_name && !person.fields.last_name)
    line.refuse(
      line.of("full_name").length > 0 ? "full_name" : "first_name",
      "A person needs a first or a last name.",
    )
  else if (
    !person.fields.first_name &&
    !isOrganization(person.fields.last_name) &&
    line.of("organization").length === 0
  )
    line.question("last_name", `“${person.fields.last_name}” has no first name.`)
  return {
    ...person,
    emails: unique([...emailsOf(line, "email", "home"), ...emailsOf(line, "work_email", "work")]),
    phones: unique([
      ...phonesOf(line, "phone", "mobile"),
      ...phonesOf(line, "home_phone", "home"),
      ...phonesOf(line, "work_phone", "work"),
    ]),
    address: addressOf(line, context.country_iso),
  }
}

/** Programs repeat a person's main email and number in columns of their own. */
function unique<Detail extends EmailEdit | PhoneEdit>(details: readonly Detail[]): Detail[] {
  const keyOf = (detail: Detail) =>
    [detail.type, "email" in detail ? detail.email.toLowerCase() : detail.number].join(" ")
  return [...new Map(details.toReversed().map((detail) => [keyOf(detail), detail])).values()].toReversed()
}

/** Practice programs list companies among the clients, in a column of their own. */
function organizationOf(line: Line): string {
  const name = line.read("organization", (typed) => parseLine(typed, max_name))
  if (name !== "") line.question("organization", storedAsLastName(name))
  return name
}

function storedAsLastName(name: string): string {
  return `“${name}” looks like an organization. It is stored as a last name.`
}

/** The spouse in the same line; undefined if the line names none. */
export function readSpouse(line: Line, context: PersonContext): PlannedPerson | undefined {
  const person = personOf(line, "spouse_", context)
  const emails = emailsOf(line, "spouse_email", "home")
  const phones = phonesOf(line, "spouse_phone", "mobile")
  const { fields } = person
  if (!fields.first_name && !fields.last_name) {
    if (emails.length + phones.length > 0 || fields.date_of_birth)
      line.fault("spouse_first_name", "The spouse needs a first or a last name.")
    return undefined
  }
  const { is_deceased } = withoutDeath(line.text("spouse_full_name") || line.text("spouse_first_name"))
  const relationship_type = is_deceased || fields.date_of_death ? "1DECS" : "1MARR"
  // The last name and the address stay the spouse's own to give, also where the line has one for the client.
  return { ...person, relationship_type, emails, phones }
}

function personOf(line: Line, prefix: "" | "spouse_", context: PersonContext): PlannedPerson {
  const field = (name: string) => `${prefix}${name}` as ImportField
  const text = (name: string) => line.read(field(name), (typed) => parseLine(typed, max_name))
  const name = (part: string) => withoutDeath(text(part)).name
  const names = { first_name: "", middle_name: "", last_name: "", suffix: "" }
  for (const part of nameParts) names[part] = name(part)
  names.first_name = withoutTitle(names.first_name)
  if (!names.suffix) Object.assign(names, splitSuffix(names.last_name))
  const full = name("full_name")
  if (isOrganization(full)) {
    names.last_name = full
    line.question(field("full_name"), storedAsLastName(full))
  } else if (full && !names.first_name && !names.last_name) {
    const { is_certain, ...parts } = splitFullName(full)
    Object.assign(names, parts)
    if (!is_certain)
      line.question(
        field("full_name"),
        `“${full}” was read as first name “${parts.first_name}”, middle name “${parts.middle_name}”, last name “${parts.last_name}”.`,
      )
  }
  if (
    ["full_name", "first_name", "last_name"].some((part) => withoutDeath(line.text(field(part))).is_deceased)
  )
    line.question(
      field("date_of_death"),
      "The name says that this person has died. Add the date of death if you know it.",
    )
  return {
    relationship_type: "1MAIN",
    fields: {
      ...names,
      preferred_name: text("preferred_name"),
      gender_binary: sexOf(line, field("gender_binary"), context.writes_h),
      date_of_birth: readDate(line, field("date_of_birth"), context, { isPast: true }),
      date_of_death: readDate(line, field("date_of_death"), context, { isPast: true }),
    },
    emails: [],
    phones: [],
    address: undefined,
  }
}

function sexOf(line: Line, field: ImportField, writes_h: boolean): string {
  const [cell] = line.of(field)
  const text = cell?.text.toLowerCase() ?? ""
  if (text === "") return ""
  if (text === "m" && writes_h) return "Female"
  if (text === "m" && /sexo|g[eé]nero/i.test(cell?.kind ?? ""))
    return line.fault(field, "“M” can be masculino or mujer. Write Male or Female.")
  if (/^(?:m|male|man|männlich|mann|masculino|hombre|h)$/.test(text)) return "Male"
  if (/^(?:f|female|woman|w|weiblich|frau|femenino|mujer)$/.test(text)) return "Female"
  // Not every form asks for one of two; the client can answer it.
  if (/^(?:n\/?a|unknown|unspecified|not specified|other|x|d|divers|-)$/.test(text)) return ""
  return line.fault(field, "Write Male or Female, or leave it empty.")
}

const synonyms: Readonly<Record<string, string>> = {
  husband: "1MARR",
  wife: "1MARR",
  ehefrau: "1MARR",
  ehemann: "1MARR",
  partner: "1LIFP",
  "domestic partner": "1LIFP",
  tochter: "2DATR",
  sohn: "2SON",
  esposo: "1MARR",
  esposa: "1MARR",
}

/** Whether someone fills in the matter as a client: former and late spouses do not. */
export function isClient({ relationship_type }: Pick<PlannedPerson, "relationship_type">): boolean {
  return ["1MAIN", "1MARR", "1LIFP"].includes(relationship_type)
}

/** The code of a relationship in words; undefined for one that Foyer does not know, or that only clients have. */
export function relationshipOf(text: string): string | undefined {
  const wanted = text.toLowerCase()
  const isWanted = (name: string) => name.toLowerCase() === wanted
  const found = relationships.find(({ type, short, short_es }) => [type, short, short_es].some(isWanted))
  const type = ownValue(synonyms, wanted) ?? found?.type
  return type === "1MAIN" || type === "0CLNT" ? undefined : type
}
