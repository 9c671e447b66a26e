// What a firm's own Word files may say: every field by its name and what it means. The page that lists them, the check
// of an upload and the values of a matter all follow from here.
import type { Definition } from "../definition/definition.ts"
import { questionsOf } from "../definition/parts.ts"
import { textIn } from "../definition/text.ts"

export type Field =
  | { kind: "text" | "condition"; says: string }
  /** A group stands for itself as a condition, and its fields are written with a dot: `client.full_name`. */
  | { kind: "group" | "list"; says: string; fields: Fields }
export type Fields = Readonly<Record<string, Field>>

const text = (says: string): Field => ({ kind: "text", says })
const condition = (says: string): Field => ({ kind: "condition", says })
const group = (says: string, fields: Fields): Field => ({ kind: "group", says, fields })
const list = (says: string, fields: Fields): Field => ({ kind: "list", says, fields })

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
  date_of_birth: text("Date of birth"),
  date_of_death: text("Date of death"),
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
  today: text("Today’s date"),
  firm: group("Your firm", { name: text("Name of your firm"), contact_line: text("How clients reach you") }),
  matter: group("The matter", {
    name: text("Name"),
    id: text("Id"),
    opened: text("Day it was opened"),
    closed: text("Day it was closed"),
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
  client: group("The main client, or the person the matter is about", person),
  spouse: group("Spouse or partner, where there is one", person),
  representative: group("Who acts for the client, where someone does", person),
  people: list("Everyone in the matter", person),
  children: list("The children", person),
  roles: list("Every role", {
    role: text("What the role is called"),
    for: text("Client the role is for, where it is asked for each"),
    first_choice: text("Who serves first"),
    levels: list("First choice and successors, in order", {
      choice: text("First choice, Successor 1, and so on"),
      names: text("Who serves together"),
    }),
  }),
  assets: list("Every asset", {
    what: text("What it is"),
    kind: text("Its category"),
    owner: text("Owner"),
    value: text("Value"),
    owed: text("What is owed on it"),
    net: text("Value less what is owed"),
    beneficiaries: list("Named beneficiaries", {
      name: text("Full name"),
      share: text("Share in percent"),
      is_primary: condition("First in line, not a substitute"),
    }),
  }),
  totals: group("Sums over all assets", {
    value: text("All values"),
    owed: text("All debts"),
    net: text("Net worth"),
  }),
  documents: list("Every file the client sent", {
    what: text("What it was sent for"),
    file: text("Name of the file"),
    sent: text("Day it was sent"),
  }),
  answers: list("Every answer", {
    section: text("Title of the part it stands in"),
    question: text("Question"),
    about: text("Client it is about, where it is asked of each"),
    answer: text("Answer; a sensitive one is masked"),
  }),
} as const satisfies Fields

/** The fields of every matter, and one for each question that some questionnaires ask. */
export function fieldsOf(definitions: readonly Definition[]): Fields {
  const questions = definitions
    .flatMap(questionsOf)
    .map(({ prompt, type }) => ({ says: textIn(prompt, "en"), type }))
  const named = (only: readonly { says: string }[], of: (says: string) => Field) =>
    Object.fromEntries(only.map(({ says }) => [fieldName(says), of(says)]))
  return {
    ...fixed,
    answer: group("Answers by question; of the main client where each is asked", named(questions, text)),
    spouse_answer: group("Answers of the spouse or partner", named(questions, text)),
    yes: group(
      "Questions answered with yes",
      named(
        questions.filter(({ type }) => type === "yes_no"),
        condition,
      ),
    ),
  }
}

/** A question as a field names it: `Do you have a will?` is `do_you_have_a_will`. */
export function fieldName(prompt: string): string {
  return prompt
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .slice(0, 60)
    .replace(/^_+|_+$/g, "")
}
