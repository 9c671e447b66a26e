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
import { type PersonField, personFields } from "./people/person-fields.ts"

/** Lists the parts of a definition across its sections, in the order the client sees them. */

export function questionsOf({ sections }: Definition): Question[] {
  return sections.flatMap((section) => (section.kind === "questions" ? section.questions : []))
}

export function rolesOf({ sections }: Definition): Role[] {
  return sections.flatMap((section) => (section.kind === "roles" ? section.roles : []))
}

/** The clients a role is assigned for: each of two, or (null) all together. */
export function fociOf(role: Role, clients: readonly string[]): readonly (string | null)[] {
  return role.split && clients.length > 1 ? clients : [null]
}

/** Whom the rows of one entry may name, best first: with a single client, a split role's rows still name that client. */
export function fociInRows(focus: string | null, main: string | undefined): readonly (string | null)[] {
  if (focus === null) return main === undefined ? [null] : [null, main]
  return focus === main ? [focus, null] : [focus]
}

/** Sorted by `order`, then by position. */
export function categoriesOf({ sections }: Definition): Category[] {
  const categories = sections.flatMap((section) => (section.kind === "assets" ? section.categories : []))
  return categories.toSorted((a, b) => a.order - b.order)
}

/** Everything clients upload files for: document requests, and file questions. */
export function requestsOf({ sections }: Definition): DocumentRequest[] {
  return sections.flatMap((section) => {
    if (section.kind === "questions")
      return section.questions.filter(({ type }) => type === "file").map(requestOf)
    return section.kind === "documents" ? section.requests : []
  })
}

/**
 * Who sends a document: each of the clients if they answer it alone, or the one it is requested from; null for one document
 * from all together.
 */
export function sendersOf(
  { id, contact_id }: Pick<DocumentRequest, "id" | "contact_id">,
  alone: ReadonlySet<string>,
  clients: readonly string[],
): readonly (string | null)[] {
  if (!alone.has(id)) return [null]
  return contact_id === undefined ? clients : clients.filter((client) => client === contact_id)
}

/** A file question as a document request. */
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

/** The section with this id, or the one that contains the part with this id. */
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
    case "clients":
    case "people":
      return []
  }
}

export interface FieldRule {
  field: PersonField
  required: boolean
}

/**
 * A person in the clients section: main client and partner, or, in a representative intake, representative and subject.
 */
export type ClientPerson = "main" | "partner" | "representative" | "subject"

/**
 * The fields the clients section shows for `person`, in form order. First and last name are always included, and
 * required unless the firm says otherwise. Only the subject of a representative intake has a date of death. Marital
 * status and number of children are asked once, about the main client or the subject.
 */
export function fieldsOfClient(section: ClientsSection, person: ClientPerson): FieldRule[] {
  const rules = person === "representative" ? (section.representative_fields ?? {}) : section.fields
  const excluded: Record<ClientPerson, readonly PersonField[]> = {
    main: ["date_of_death"],
    subject: [],
    partner: ["date_of_death", "marital_status", "number_of_children"],
    representative: ["date_of_death", "marital_status", "number_of_children"],
  }
  return fieldRulesOf(rules).filter(({ field }) => !excluded[person].includes(field))
}

/** The fields shown for each person of a group in the people section. */
export function fieldsOfGroup(group: PeopleGroup): FieldRule[] {
  return fieldRulesOf(group.fields)
}

function fieldRulesOf(rules: FieldRules): FieldRule[] {
  const withNames: FieldRules = { first_name: "required", last_name: "required", ...rules }
  return personFields
    .filter((field) => withNames[field])
    .map((field) => ({ field, required: withNames[field] === "required" }))
}
