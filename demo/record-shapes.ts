import Type from "typebox"
import { ownerTypes } from "../server/intake/assets/asset-values.ts"
import { contactFields } from "../server/intake/contacts/fields.ts"

export const strict = { additionalProperties: false }
export const Key = Type.String({ minLength: 1 })

const OptionalText = Type.Optional(Type.String())
/** Optional strings. */
export const optional = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, OptionalText])) as Record<Names[number], typeof OptionalText>

const PersonRecord = Type.Object(
  {
    ...optional(contactFields),
    phones: Type.Optional(Type.Array(Type.Object({ type: Type.String(), number: Type.String() }, strict))),
    emails: Type.Optional(Type.Array(Type.Object({ type: Type.String(), email: Type.String() }, strict))),
    addresses: Type.Optional(
      Type.Array(
        Type.Object(
          { type: Type.String(), ...optional(["street", "city", "state", "postal_code", "country_iso"]) },
          strict,
        ),
      ),
    ),
  },
  strict,
)
export type PersonRecord = Type.Static<typeof PersonRecord>

/** The client the record is about, if each client has a separate one. */
export const About = Type.Optional(Type.Enum(["main", "partner"]))

const RoleRecord = Type.Object(
  {
    role: Key,
    of: About,
    /** First choice, then successors; each level lists the people who serve together. */
    levels: Type.Array(Type.Array(Key)),
  },
  strict,
)
export type RoleRecord = Type.Static<typeof RoleRecord>

const AssetRecord = Type.Object(
  {
    /** Omitted when the record changes an existing asset. */
    category: Type.Optional(Key),
    ...optional(["identifier_value", "owner_value", "credit_value", "debit_value"]),
    owner_type: Type.Optional(Type.Enum([...ownerTypes])),
    fields: Type.Optional(Type.Record(Key, Type.String())),
    beneficiaries: Type.Optional(
      Type.Array(
        Type.Object(
          { person: Key, share: Type.String(), level: Type.Optional(Type.Literal("contingent")) },
          strict,
        ),
      ),
    ),
  },
  strict,
)
export type AssetRecord = Type.Static<typeof AssetRecord>

const Pdf = Type.Object(
  { title: Type.String(), issuer: Type.String(), lines: Type.Array(Type.String()) },
  strict,
)
const Color = Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer()])
/** `to` is the key of a document request or of an asset. */
const upload = { to: Key, filename: Type.String() }
const Upload = Type.Union([
  Type.Object({ ...upload, pdf: Pdf }, strict),
  Type.Object({ ...upload, photo: Color }, strict),
])
export type Upload = Type.Static<typeof Upload>

/** Records to add or change: a known key changes its person or asset, a new key adds one. */
export const Records = Type.Object(
  {
    facts: Type.Optional(
      Type.Object(
        {
          contact_main_marital_status: Type.Optional(Type.String()),
          number_of_children: Type.Optional(Type.Integer()),
        },
        strict,
      ),
    ),
    /** `main`, `partner`, and `representative` are the clients, including the person a representative acts for. */
    people: Type.Optional(Type.Record(Key, PersonRecord)),
    /** Keyed by the question, plus `:main` or `:partner` if each client answers separately; people by key. */
    answers: Type.Optional(
      Type.Record(Key, Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String())])),
    ),
    roles: Type.Optional(Type.Array(RoleRecord)),
    assets: Type.Optional(Type.Record(Key, AssetRecord)),
    files: Type.Optional(Type.Array(Upload)),
  },
  strict,
)
export type Records = Type.Static<typeof Records>
