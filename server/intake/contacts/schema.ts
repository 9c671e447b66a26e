import Type, { type Static } from "typebox"
import { addressTypes, emailTypes, genders, phoneTypes } from "../../definition/people/contact-types.ts"
import { exactly, Nullable, OneOf } from "../../platform/http/shapes.ts"

export type PhoneNumber = Static<typeof PhoneNumber>
const PhoneNumber = exactly(
  {
    id: Type.String({ examples: ["phone_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    type: OneOf(phoneTypes),
    number: Type.String({ description: "The number as typed.", examples: ["(202) 555-0142"] }),
  },
  { title: "Phone number" },
)

export type EmailAddress = Static<typeof EmailAddress>
const EmailAddress = exactly(
  {
    id: Type.String({ examples: ["email_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    type: OneOf(emailTypes),
    email: Type.String({ examples: ["ada.smith@example.com"] }),
  },
  { title: "Email address" },
)

export type Address = Static<typeof Address>
const Address = exactly(
  {
    id: Type.String({ examples: ["address_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    type: OneOf(addressTypes),
    street: Type.String(),
    city: Type.String(),
    state: Type.String(),
    postal_code: Type.String(),
    country_iso: Type.String({ examples: ["US"] }),
    country_display: Type.String({ examples: ["United States"] }),
    full_address: Type.String({ examples: ["12 Elm Street, Springfield, IL 62701, United States"] }),
  },
  { title: "Address" },
)

const person = {
  id: Type.String({ examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
  for_matter: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
  is_client: Type.Boolean(),
  first_name: Type.String(),
  middle_name: Type.String(),
  last_name: Type.String(),
  suffix: Nullable(Type.String()),
  full_name: Type.String({ examples: ["Ada Maria Smith"] }),
  also_known_as: Nullable(Type.String()),
  preferred_name: Nullable(Type.String()),
  gender_binary: OneOf(genders, { description: "Empty while unknown." }),
  date_of_birth: Nullable(Type.String()),
  date_of_death: Nullable(Type.String()),
}
const contact_details = {
  phone_numbers: Type.Array(PhoneNumber),
  email_addresses: Type.Array(EmailAddress),
  addresses: Type.Array(Address),
  created_at: Type.String({ examples: ["2026-03-02T09:30:00.123456+00:00"] }),
}

export type Client = Static<typeof Client>
export const Client = exactly({ ...person, ...contact_details }, { title: "Client contact" })

export type Contact = Static<typeof Contact>
export const Contact = exactly(
  {
    ...person,
    relationship: exactly(
      {
        type: Type.String({ examples: ["2DATR"] }),
        short: Type.String({ examples: ["Daughter"] }),
        description: Type.String({ examples: ["Daughter"] }),
      },
      { description: "The person's relationship to the main client." },
    ),
    ...contact_details,
  },
  { title: "Contact" },
)

export const ClientList = exactly(
  {
    matter: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    contacts: Type.Array(Client),
  },
  { title: "Clients of a matter", description: "The clients, main client first, or the representative." },
)

export const ContactList = exactly(
  {
    matter: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    contacts: Type.Array(Contact),
  },
  { title: "Contacts of a matter", description: "Everyone in the matter." },
)
