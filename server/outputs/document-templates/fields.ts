// The fields of a firm's Word files, each with its name and meaning. The page that lists them and the check of an upload
// derive from this; a test compares the values of a matter with it.
import type { Definition, Question } from "../../definition/definition.ts"
import { questionsOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { normalized } from "../../definition/values/typed-text.ts"
import type { Formatted } from "./formats.ts"

export type Field =
  | { kind: Formatted | "condition"; description: string }
  /** A group can also be used as a condition; its fields are written with a dot: `client.full_name`. */
  | { kind: "group" | "list"; description: string; fields: Fields }
export type Fields = Readonly<Record<string, Field>>

const text = (description: string): Field => ({ kind: "text", description })
const date = (description: string): Field => ({ kind: "date", description })
const amount = (description: string): Field => ({ kind: "amount", description })
const condition = (description: string): Field => ({ kind: "condition", description })
const group = (description: string, fields: Fields): Field => ({ kind: "group", description, fields })
const list = (description: string, fields: Fields): Field => ({ kind: "list", description, fields })

const person = {
  full_name: text("Full name"),
  first_name: text("First name"),
  middle_name: text("Middle name"),
  last_name: text("Last name"),
  suffix: text("Suffix"),
  also_known_as: text("Other names used"),
  preferred_name: text("Preferred name"),
  relationship: text("Relationship to the main client"),
  sex: text("Male or Female"),
  date_of_birth: date("Date of birth"),
  date_of_death: date("Date of death"),
  phone: text("First phone number"),
  email: text("First email address"),
  address: text("First address, in one line"),
  street: text("Street of the first address"),
  city: text("City of the first address"),
  state: text("State of the first address"),
  postal_code: text("ZIP code of the first address"),
  is_client: condition("Is a client"),
  is_male: condition("Is male"),
  is_female: condition("Is female"),
  has_died: condition("Date of death is known"),
} as const satisfies Fields

const fixed = {
  today: date("Today’s date"),
  firm: group("Your firm", { name: text("Name of your firm"), contact_line: text("How clients reach you") }),
  matter: group("The matter", {
    name: text("Name"),
    file_number: text("Your file number"),
    due: date("Day it is due"),
    tags: text("Tags, separated by commas"),
    id: text("Id, for programs"),
    opened: date("Day it was opened"),
    closed: date("Day it was closed"),
    submitted: date("Day of the first submission"),
    questionnaire: text("Type of its questionnaire"),
    marital_status: text("Marital status of the main client"),
    number_of_children: text("Number of children"),
    is_submitted: condition("The client has submitted it"),
    is_single: condition("Main client is single"),
    is_married: condition("Main client is married"),
    is_partnered: condition("Main client lives with a life partner"),
    is_divorced: condition("Main client is divorced"),
    is_widowed: condition("Main client is widowed"),
    is_separated: condition("Main client is separated"),
    is_deceased: condition("Main person has died"),
    is_incapacitated: condition("Main person is incapacitated"),
  }),
  assignee: group("The colleague the matter is assigned to", {
    name: text("Name"),
    email: text("Email address"),
  }),
  client: group("The main client, or the person the matter concerns", person),
  spouse: group("Spouse or partner, if there is one", person),
  representative: group("The person who acts for the client, if there is one", person),
  people: list("Everyone in the matter", person),
  children: list("The children", person),
  roles: list("Every role", {
    role: text("Name of the role"),
    for: text("Client the role is for, if each client has one"),
    first_choice: text("Who serves first"),
    levels: list("First choice and successors, in order", {
      choice: text("First choice, Successor 1, and so on"),
      names: text("People who serve together"),
    }),
  }),
  assets: list("Every asset", {
    what: text("Description"),
    kind: text("Its category"),
    owner: text("Owner"),
    value: amount("Value"),
    owed: amount("Debt"),
    net: amount("Value minus debt"),
    beneficiaries: list("Named beneficiaries", {
      name: text("Full name"),
      share: text("Share in percent"),
      is_primary: condition("First in line, not a substitute"),
    }),
  }),
  totals: group("Sums over all assets", {
    value: amount("All values"),
    owed: amount("All debts"),
    net: amount("Net worth"),
    insurance: amount("Face value of life insurance, part of the net worth"),
    net_without_insurance: amount("Net worth without life insurance"),
  }),
  documents: list("Every file the client sent", {
    what: text("Purpose of the file"),
    file: text("Name of the file"),
    sent: date("Day it was sent"),
  }),
  answers: list("Every answer", {
    section: text("Title of its section"),
    question: text("Question"),
    about: text("Client it is about, if each client answers"),
    answer: text("Answer; a sensitive one is masked"),
  }),
} as const satisfies Fields

/** The fields of every matter, plus one for each question of these questionnaires. */
export function fieldsOf(definitions: readonly Definition[]): Fields {
  const named = (
    isMeant: (question: Question) => boolean,
    of: (description: string, type: Question["type"]) => Field,
  ) =>
    Object.fromEntries(
      definitions.flatMap((definition) => {
        const questions = questionsOf(definition).filter(isMeant)
        const names = fieldNamesOf(questions)
        return questions.map(({ id, prompt, type }) => [names.get(id), of(textIn(prompt, "en"), type)])
      }),
    )
  const answer = (description: string, type: Question["type"]): Field =>
    type === "date" ? date(description) : type === "money" ? amount(description) : text(description)
  const isAny = () => true
  return {
    ...fixed,
    answer: group("Answers by question; the main client’s where each client answers", named(isAny, answer)),
    spouse_answer: group("Answers of the spouse or partner", named(isAny, answer)),
    yes: group(
      "Questions answered yes, by the main client where each client answers; a sensitive or missing answer prints nothing",
      named(({ type }) => type === "yes_no", condition),
    ),
  }
}

/**
 * The field name of each question, by its id, as the questionnaire has its prompt: placeholders are not yet filled in.
 * A second question with the same name gets `_2`, unless that is the name of another.
 */
export function fieldNamesOf(questions: readonly Question[]): ReadonlyMap<string, string> {
  const plain = questions.map(({ prompt }) => fieldName(textIn(prompt, "en")))
  const taken = new Set(plain)
  const suffixed = (name: string, number = 2): string =>
    taken.has(`${name}_${number}`) ? suffixed(name, number + 1) : `${name}_${number}`
  return new Map(
    questions.map(({ id }, at) => {
      const name = plain[at] ?? ""
      const own = plain.indexOf(name) === at ? name : suffixed(name)
      taken.add(own)
      return [id, own]
    }),
  )
}

/** The field name of a question: `Do you have a will?` becomes `do_you_have_a_will`. */
export function fieldName(prompt: string): string {
  return normalized(prompt, "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .slice(0, 60)
    .replace(/^_|_$/g, "")
}
