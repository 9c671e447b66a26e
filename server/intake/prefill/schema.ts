import Type, { type Static } from "typebox"
import { addressTypes, emailTypes, phoneTypes } from "../../definition/people/contact-types.ts"
import { exactly } from "../../platform/http/shapes.ts"

/** How much one request can bring. */
export const max_people = 500
export const max_assets = 200
export const max_answers = 500
export const max_roles = 100

const number = "0192F0C47B3A7C11A0B1C2D3E4F50607"
const text = (example: string, description?: string) =>
  Type.Optional(Type.String({ maxLength: 200, ...(description && { description }), examples: [example] }))
const id = (prefix: string, description: string) =>
  Type.Optional(Type.String({ description, examples: [`${prefix}_${number}`] }))

const KnownPerson = exactly(
  {
    party: Type.Optional(
      Type.Enum(["main", "partner", "representative"], {
        description: "One of those the matter starts with; without it, a person is added.",
        examples: ["main"],
      }),
    ),
    contact: id("contact", "A person of this matter to change, instead of adding one."),
    relationship_type: text(
      "2DATR",
      "A relationship code, as in the list of contacts; for a person who is added.",
    ),
    first_name: text("Cleo"),
    middle_name: text("Maria"),
    last_name: text("Smith"),
    suffix: text("Jr."),
    also_known_as: text("Cleo Jones"),
    preferred_name: text("Cleo"),
    gender_binary: text("Female"),
    date_of_birth: text("1994-05-06"),
    date_of_death: text("2020-01-31"),
    phone_numbers: Type.Optional(
      Type.Array(exactly({ type: Type.Enum(phoneTypes), number: Type.String({ maxLength: 60 }) }), {
        maxItems: 20,
        examples: [[{ type: "mobile", number: "(202) 555-0142" }]],
      }),
    ),
    email_addresses: Type.Optional(
      Type.Array(exactly({ type: Type.Enum(emailTypes), email: Type.String({ maxLength: 254 }) }), {
        maxItems: 20,
        examples: [[{ type: "home", email: "cleo@example.com" }]],
      }),
    ),
    addresses: Type.Optional(
      Type.Array(
        exactly({
          type: Type.Enum(addressTypes),
          street: text("12 Elm Street"),
          city: text("Springfield"),
          state: text("IL"),
          postal_code: text("62701"),
          country_iso: text("US"),
        }),
        { maxItems: 20, examples: [[{ type: "home", street: "12 Elm Street", city: "Springfield" }]] },
      ),
    ),
  },
  { title: "Known person" },
)

const Party = Type.Optional(
  Type.Enum(["main", "partner"], {
    description: "Which client, for what each of two clients answers.",
    examples: ["main"],
  }),
)

const KnownAnswer = exactly(
  {
    question: Type.String({ examples: [`question_${number}`] }),
    about: Party,
    value: Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String(), { maxItems: 500 })], {
      description: "As the list of answers has it.",
      examples: [true],
    }),
  },
  { title: "Known answer" },
)

const KnownRole = exactly(
  {
    role: Type.String({ examples: [`role_${number}`] }),
    about: Party,
    levels: Type.Array(Type.Array(Type.String(), { maxItems: 20 }), {
      maxItems: 20,
      description: "The ids of contacts: who serves first, then who follows.",
      examples: [[[`contact_${number}`]]],
    }),
  },
  { title: "Known role" },
)

const KnownAsset = exactly(
  {
    asset: id("asset", "An asset of this matter to change, instead of adding one."),
    for_fin_category: Type.String({ examples: [`fincat_${number}`] }),
    identifier_value: text("12 Elm Street, Springfield"),
    owner_type: Type.Optional(Type.Enum(["main", "partner", "joint", "other"], { examples: ["joint"] })),
    owner_value: text("The Smith Trust", "Who owns it, if `owner_type` is `other`."),
    credit_value: text("410000.00"),
    debit_value: text("120000.00"),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 5_000 }), {
        description: "By the ids of the category's fields.",
        examples: [{ field_1: "2011-06-01" }],
      }),
    ),
  },
  { title: "Known asset" },
)

export type NewPrefill = Static<typeof NewPrefill>
export const NewPrefill = exactly(
  {
    people: Type.Optional(Type.Array(KnownPerson, { maxItems: max_people })),
    answers: Type.Optional(Type.Array(KnownAnswer, { maxItems: max_answers })),
    roles: Type.Optional(Type.Array(KnownRole, { maxItems: max_roles })),
    assets: Type.Optional(Type.Array(KnownAsset, { maxItems: max_assets })),
  },
  { title: "New prefill", description: "What your firm knows of a matter.", minProperties: 1 },
)

export type Prefill = Static<typeof Prefill>
export const Prefill = exactly(
  {
    matter_id: Type.String({ examples: [`matter_${number}`] }),
    people: Type.Array(Type.String(), {
      description: "The ids of the contacts, in the order of the request.",
      examples: [[`contact_${number}`]],
    }),
    assets: Type.Array(Type.String(), {
      description: "The ids of the assets, in the order of the request.",
      examples: [[`asset_${number}`]],
    }),
    answers: Type.Integer({ description: "How many answers are offered to the client.", examples: [1] }),
    roles: Type.Integer({ description: "How many roles were assigned.", examples: [1] }),
  },
  { title: "Prefill", description: "What was entered or offered." },
)
