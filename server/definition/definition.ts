// The content of one questionnaire version: an ordered list of sections, each one of six kinds. This schema checks
// the shape; `lintDefinition` checks that it makes sense. Ids are stable across versions, so an answer saved under one
// version still belongs to its question in the next. A long file, because it is one schema.
import Type, { type Static } from "typebox"
import { formulaKinds } from "./conditions/computed.ts"
import type { Condition } from "./conditions/conditions.ts"
import { whoMayServe } from "./conditions/who-may-serve.ts"
import { fieldTypes } from "./kinds/kind.ts"
import { questionTypes } from "./kinds.ts"
import { type PersonField, personFields } from "./people/person-fields.ts"
import { datePrecisions } from "./values/dates.ts"

const strict = { additionalProperties: false }

export const Text = Type.Union([Type.String(), Type.Object({ en: Type.String(), es: Type.String() }, strict)])

// Conditions are recursive, which JSON Schema can only express through a named reference, and the linter explains
// errors better. additionalProperties keeps the serializer from dropping properties this schema does not list.
const condition = Type.Optional(
  Type.Unsafe<Condition>({
    type: "object",
    additionalProperties: true,
    description: "Shown only while this holds. See server/definition/conditions/conditions.ts.",
  }),
)

const Id = Type.String({ minLength: 1, maxLength: 80 })

const Option = Type.Object(
  {
    value: Type.String(),
    label: Text,
    exclusive: Type.Optional(
      Type.Boolean({ description: "Of several choices: it cannot be chosen together with others." }),
    ),
  },
  strict,
)
const former_options = Type.Optional(
  Type.Array(Option, {
    description: "Offered by earlier versions: the words of answers given then. Set on publication.",
  }),
)

const answered_alone = Type.Optional(
  Type.Boolean({
    description:
      "If the firm allows it, each of two clients answers it alone and cannot see the other's answers.",
  }),
)

const everySection = { id: Id, title: Text, instructions: Type.Optional(Text), condition }

const Requirement = Type.Enum(["required", "optional"])
const FieldRules = Type.Unsafe<{ [Name in PersonField]?: Static<typeof Requirement> }>(
  Type.Object(Object.fromEntries(personFields.map((name) => [name, Type.Optional(Requirement)])), strict),
)
/** Which personal details to ask for; a field that is missing here is not asked. First and last name always are. */
export type FieldRules = Type.Static<typeof FieldRules>

const ClientsSection = Type.Object(
  {
    ...everySection,
    kind: Type.Literal("clients"),
    with_partner: Type.Boolean({ description: "A spouse or partner can be a second client." }),
    fields: FieldRules,
    representative_fields: Type.Optional(FieldRules),
  },
  strict,
)
export type ClientsSection = Type.Static<typeof ClientsSection>

export const peopleGroups = ["children", "family", "others", "advisors"] as const
const PeopleGroup = Type.Object(
  {
    group: Type.Enum([...peopleGroups]),
    included: Type.Boolean(),
    prompt: Text,
    help: Type.Optional(Text),
    fields: FieldRules,
  },
  strict,
)
export type PeopleGroup = Type.Static<typeof PeopleGroup>

const PeopleSection = Type.Object(
  { ...everySection, kind: Type.Literal("people"), groups: Type.Array(PeopleGroup) },
  strict,
)
export type PeopleSection = Type.Static<typeof PeopleSection>

const Role = Type.Object(
  {
    id: Id,
    role_description: Text,
    split: Type.Boolean({ description: "Each client answers separately." }),
    levels: Type.Integer({
      minimum: 1,
      description: "Maximum number of choices: the first, then successors.",
    }),
    several: Type.Boolean({ description: "Several people can serve together on one level." }),
    active: Type.Boolean(),
    help: Type.Optional(Text),
    required: Type.Optional(Type.Boolean()),
    ...whoMayServe,
  },
  strict,
)
export type Role = Type.Static<typeof Role>

const RolesSection = Type.Object(
  { ...everySection, kind: Type.Literal("roles"), roles: Type.Array(Role) },
  strict,
)
export type RolesSection = Type.Static<typeof RolesSection>

const precision = Type.Optional(
  Type.Enum([...datePrecisions], {
    description: "For dates: how much is enough, if the client does not know the rest. The day, unless set.",
  }),
)
const AdditionalField = Type.Object(
  {
    id: Id,
    prompt: Text,
    type: Type.Enum([...fieldTypes]),
    options: Type.Optional(Type.Array(Option)),
    former_options,
    precision,
  },
  strict,
)
export type AdditionalField = Type.Static<typeof AdditionalField>

const Category = Type.Object(
  {
    id: Id,
    title: Text,
    general_category: Type.Union([Type.String(), Type.Null()]),
    active: Type.Boolean(),
    order: Type.Integer(),
    ask_credit_value: Type.Boolean(),
    ask_debit_value: Type.Boolean(),
    ask_beneficiaries: Type.Boolean(),
    identifier_label: Text,
    owner_label: Text,
    credit_label: Text,
    debit_label: Text,
    additional_fields: Type.Array(AdditionalField),
    file_prompt: Type.Optional(Text),
    instructions: Type.Optional(Text),
  },
  strict,
)
export type Category = Type.Static<typeof Category>

const AssetsSection = Type.Object(
  {
    ...everySection,
    kind: Type.Literal("assets"),
    show_net_worth: Type.Boolean(),
    categories: Type.Array(Category),
  },
  strict,
)
export type AssetsSection = Type.Static<typeof AssetsSection>

const DocumentRequest = Type.Object(
  {
    id: Id,
    label: Text,
    help: Type.Optional(Text),
    required: Type.Boolean(),
    several: Type.Boolean(),
    condition,
  },
  strict,
)
export type DocumentRequest = Type.Static<typeof DocumentRequest> & {
  /** The client from whom staff request it in one matter; never in a questionnaire. */
  contact_id?: string
  /** The firm added the document with its file in one matter, so nobody is asked for it; never in a questionnaire. */
  is_from_firm?: boolean
}

const DocumentsSection = Type.Object(
  { ...everySection, answered_alone, kind: Type.Literal("documents"), requests: Type.Array(DocumentRequest) },
  strict,
)
export type DocumentsSection = Type.Static<typeof DocumentsSection>

export const Question = Type.Object(
  {
    id: Id,
    type: Type.Enum([...questionTypes]),
    prompt: Text,
    help: Type.Optional(Text),
    why: Type.Optional(Text),
    required: Type.Boolean(),
    each_client: Type.Boolean(),
    sensitive: Type.Boolean(),
    options: Type.Optional(Type.Array(Option)),
    former_options,
    min: Type.Optional(Type.String({ description: "A decimal for number and money, YYYY-MM-DD for date." })),
    max: Type.Optional(Type.String({ description: "Like min; for a date, also the word today." })),
    whole: Type.Optional(Type.Boolean({ description: "For numbers: no fractions." })),
    precision,
    max_length: Type.Optional(Type.Integer({ minimum: 1 })),
    several: Type.Optional(Type.Boolean({ description: "For files: the client can upload more than one." })),
    depends_on_marriage: Type.Optional(
      Type.Boolean({
        description:
          "Asked again once the marital status changes, or the spouse or partner leaves the matter.",
      }),
    ),
    ...whoMayServe,
    formula: Type.Optional(
      Type.Object(
        {
          kind: Type.Enum([...formulaKinds]),
          of: Type.Array(Type.Object({ question: Id, column: Type.Optional(Id) }, strict)),
          money: Type.Optional(Type.Boolean({ description: "The result is an amount of money." })),
        },
        { ...strict, description: "For computed values: how to compute them from earlier answers." },
      ),
    ),
    columns: Type.Optional(
      Type.Array(AdditionalField, { description: "For tables: the columns of each row." }),
    ),
    condition,
  },
  strict,
)
export type Question = Type.Static<typeof Question>

const QuestionsSection = Type.Object(
  { ...everySection, answered_alone, kind: Type.Literal("questions"), questions: Type.Array(Question) },
  strict,
)
export type QuestionsSection = Type.Static<typeof QuestionsSection>

export const Section = Type.Union([
  ClientsSection,
  PeopleSection,
  RolesSection,
  AssetsSection,
  DocumentsSection,
  QuestionsSection,
])
export type Section = Type.Static<typeof Section>
export const sectionKinds = ["clients", "people", "roles", "assets", "documents", "questions"] as const
export type SectionKind = Section["kind"]

export const Definition = Type.Object({ sections: Type.Array(Section) }, strict)
export type Definition = Type.Static<typeof Definition>

export const approaches = ["planning", "business", "rep-living", "rep-deceased"] as const
export type Approach = (typeof approaches)[number]
