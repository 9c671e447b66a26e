import Type, { type Static } from "typebox"
import {
  addressTypes,
  contactMainStatuses,
  emailTypes,
  genders,
  phoneTypes,
} from "../../definition/people/contact-types.ts"
import { maritalStatuses } from "../../definition/people/marital-status.ts"
import type { Context } from "../../firm/events/schema.ts"
import { exactly, IdInPath, Nullable, OneOf } from "../../platform/http/shapes.ts"
import { Questionnaire } from "../questionnaires/schema.ts"

const EmbeddedPhone = exactly({ type: OneOf(phoneTypes), phone: Type.String() }, { title: "Phone" })

export type EmbeddedContact = Static<typeof EmbeddedContact>
export const EmbeddedContact = exactly(
  {
    id: Type.String({ examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    first_name: Type.String(),
    middle_name: Type.String(),
    last_name: Type.String(),
    suffix: Type.String(),
    full_name: Type.String({ examples: ["Ada Maria Smith"] }),
    also_known_as: Nullable(Type.String()),
    preferred_name: Nullable(Type.String()),
    gender_binary: OneOf(genders, { description: "Empty while unknown." }),
    date_of_birth: Nullable(Type.String()),
    date_of_death: Nullable(Type.String()),
    created_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
    email1: Nullable(
      exactly({ type: OneOf(emailTypes), email: Type.String() }, { title: "First email address" }),
    ),
    address1: Nullable(
      exactly(
        {
          type: OneOf(addressTypes),
          street: Type.String(),
          city: Type.String(),
          postal_code: Type.String(),
          state: Type.String(),
          country_iso: Type.String({ examples: ["US"] }),
          country_name: Type.String({ examples: ["United States"] }),
          full: Type.String({ examples: ["12 Elm Street, Springfield, IL 62701, United States"] }),
        },
        { title: "First address" },
      ),
    ),
    phone1: Nullable(EmbeddedPhone),
    phone2: Nullable(EmbeddedPhone),
  },
  {
    title: "Embedded contact",
    description: "A person with their first email and postal address and up to two phone numbers.",
  },
)

export type Matter = Static<typeof Matter>
export const Matter = exactly(
  {
    id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    name: Type.String({ examples: ["Smith, Ada and Ben"] }),
    open_date: Type.String({ description: "The day the matter was created, YYYY-MM-DD." }),
    close_date: Nullable(
      Type.String({ description: "The day the matter was closed; null while it is open." }),
    ),
    client_type: OneOf(["self", "representative"], { description: "Who fills in the matter." }),
    contact_representative: Nullable(EmbeddedContact),
    contact_main: EmbeddedContact,
    contact_main_status: OneOf(contactMainStatuses),
    contact_main_marital_status: OneOf([...maritalStatuses, ""], { description: "Empty while unknown." }),
    contact_spouse: Nullable(EmbeddedContact),
    questionnaire: Questionnaire,
    is_submitted: Type.Boolean(),
    client_may_edit: Type.Boolean({ description: "Whether the client can still edit." }),
    number_of_children: Type.Integer({ description: "The number the client gave; 0 while unknown." }),
    number_of_contacts: Type.Integer({ description: "How many contacts the matter has." }),
  },
  { title: "Matter", description: "A matter with its main people." },
)

export const MatterParams = Type.Object({ matter_id: IdInPath("matter", "The id of the matter.") })

/** One schema for both types of value, so that a faulty value yields one fault whose message names both. */
const NewContext = Type.Unsafe<Context>({
  type: "object",
  title: "New context",
  maxProperties: 5,
  // No control characters: a key stands in logs and in the names of parameters.
  propertyNames: { type: "string", minLength: 1, maxLength: 64, pattern: "^\\P{Cc}*$" },
  additionalProperties: {
    type: ["string", "integer"],
    maxLength: 500,
    minimum: -(2 ** 53),
    maximum: 2 ** 53,
  },
  description:
    "Your own keys and values, returned in the matter's events: at most 5 pairs. Keys have 1–64 characters, none of them a control character; values are strings of at most 500 characters or whole numbers within ±2^53.",
  examples: [{ crm_id: "A-1042", office: 3 }],
})

const newMatter = {
  questionnaire_id: Type.String({
    description: "The id of an active questionnaire of your firm.",
    examples: ["quest_0192F0C47B3A7C11A0B1C2D3E4F50607"],
  }),
  matter_name: Type.String({
    minLength: 1,
    maxLength: 200,
    "x-reads": "matter_name",
    description:
      "Your firm's name for the matter: one line of 1–200 characters, at least one of them visible.",
    examples: ["Smith, Ada and Ben"],
  }),
  context: Type.Optional(NewContext),
}

export type NewMatter = Static<typeof NewMatter>
export const NewMatter = exactly(newMatter, { title: "New matter" })

export type PreparedMatter = Static<typeof PreparedMatter>
export const PreparedMatter = exactly(
  {
    id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    invite_key: Type.String({
      description: "The key that opens the matter for its client. Treat it like a password.",
    }),
    invite_url: Type.String({ description: "The link with which the client starts." }),
  },
  { title: "Prepared matter", description: "The new matter, and the link that opens it for its client." },
)

const invitedParties = ["main", "partner", "representative"] as const
const inviteeName = Type.Optional(
  Type.String({ maxLength: 128, "x-reads": "line", description: "One line. The client can change it." }),
)

export type NewInvitedMatter = Static<typeof NewInvitedMatter>
export const NewInvitedMatter = exactly(
  {
    ...newMatter,
    clients: Type.Array(
      exactly(
        {
          email: Type.String({
            format: "email",
            "x-reads": "email",
            maxLength: 254,
            description: "Where to send the invitation.",
            examples: ["ada.smith@example.com"],
          }),
          first_name: inviteeName,
          last_name: inviteeName,
          party: Type.Enum([...invitedParties], {
            description:
              "The invitee's part in the matter: `main` and `partner`, or `representative`; each at most once.",
          }),
        },
        { title: "New invitee" },
      ),
      { minItems: 1, maxItems: 5, description: "The people to invite: 1–5, each as a different party." },
    ),
    message: Type.Optional(
      Type.String({
        maxLength: 2000,
        "x-reads": "lines",
        description: "Your own message, placed above the text of the invitation email.",
      }),
    ),
  },
  { title: "New matter with invitations" },
)

export type InvitedMatter = Static<typeof InvitedMatter>
export const InvitedMatter = exactly(
  {
    id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    invites: Type.Array(
      exactly(
        {
          email: Type.String(),
          party: Type.Enum([...invitedParties]),
          invite_key: Type.String(),
          invite_url: Type.String(),
        },
        { title: "Invite" },
      ),
    ),
  },
  { title: "Invited matter", description: "The new matter, and the invitations that are being emailed." },
)
