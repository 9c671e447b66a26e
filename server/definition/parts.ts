import type {
  Category,
  ClientsSection,
  Definition,
  DocumentRequest,
  FieldRules,
  PeopleGroup,
  Question,
  Role,
  Section,
} from "./definition.ts"
import { type PersonField, personFields } from "./person-fields.ts"

/** The parts of a definition, in the order they are asked, whatever section they are in. */

export function questionsOf({ sections }: Definition): Question[] {
  return sections.flatMap((section) => (section.kind === "questions" ? section.questions : []))
}

export function rolesOf({ sections }: Definition): Role[] {
  return sections.flatMap((section) => (section.kind === "roles" ? section.roles : []))
}

/** By their own order, then as listed. */
export function categoriesOf({ sections }: Definition): Category[] {
  const categories = sections.flatMap((section) => (section.kind === "assets" ? section.categories : []))
  return categories.toSorted((a, b) => a.order - b.order)
}

/** Everything that files are sent for: document requests, and questions that ask for a file. */
export function requestsOf({ sections }: Definition): DocumentRequest[] {
  return sections.flatMap((section) => {
    if (section.kind === "questions")
      return section.questions.filter(({ type }) => type === "file").map(requestOf)
    return section.kind === "documents" ? section.requests : []
  })
}

/** A question that asks for a file, as a document request. */
export function requestOf({
  id,
  prompt,
  help,
  required,
  several = false,
  condition,
}: Question): DocumentRequest {
  return { id, label: prompt, help, required, several, condition }
}

export function groupsOf({ sections }: Definition): PeopleGroup[] {
  return sections.flatMap((section) => (section.kind === "people" ? section.groups : []))
}

export function clientsSectionOf({ sections }: Definition): ClientsSection | undefined {
  return sections.find((section) => section.kind === "clients")
}

/** The section that is, or holds, the part with this id. */
export function findSectionOf({ sections }: Definition, id: string): Section | undefined {
  return sections.find((section) => section.id === id || partIdsOf(section).includes(id))
}

function partIdsOf(section: Section): string[] {
  switch (section.kind) {
    case "roles":
      return section.roles.map((role) => role.id)
    case "assets":
      return section.categories.flatMap(({ id, additional_fields }) => [
        id,
        ...additional_fields.map((field) => field.id),
      ])
    case "documents":
      return section.requests.map((request) => request.id)
    case "questions":
      return section.questions.map((question) => question.id)
    default:
      return []
  }
}

export interface FieldRule {
  field: PersonField
  required: boolean
}

/** Who is asked in the clients section: the main client, the partner, or, in a representative intake, two others. */
export type ClientPerson = "main" | "partner" | "representative" | "subject"

/**
 * What the clients section asks of `person`, in the order of the form. First and last name are asked of everybody,
 * required unless the firm says otherwise. Only the person a representative speaks for has a date of death;
 * marital status and number of children are asked once, of the person the matter is about.
 */
export function fieldsOfClient(section: ClientsSection, person: ClientPerson): FieldRule[] {
  const rules = person === "representative" ? (section.representative_fields ?? {}) : section.fields
  const notOf: Record<ClientPerson, readonly PersonField[]> = {
    main: ["date_of_death"],
    subject: [],
    partner: ["date_of_death", "marital_status", "number_of_children"],
    representative: ["date_of_death", "marital_status", "number_of_children"],
  }
  return fieldRulesOf(rules).filter(({ field }) => !notOf[person].includes(field))
}

/** What a group of the people section asks about each person. */
export function fieldsOfGroup(group: PeopleGroup): FieldRule[] {
  return fieldRulesOf(group.fields)
}

function fieldRulesOf(rules: FieldRules): FieldRule[] {
  const named: FieldRules = { first_name: "required", last_name: "required", ...rules }
  return personFields
    .filter((field) => named[field])
    .map((field) => ({ field, required: named[field] === "required" }))
}
