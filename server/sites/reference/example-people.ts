// The fictional couple and their daughter, whose intake the examples show.

export const id = (prefix: string, end: string) => `${prefix}_0192F0C47B3A7C11A0B1C2D3E4F5${end}`

export const matter = id("matter", "0001")
export const ada = id("contact", "00A1")
export const ben = id("contact", "00B2")
export const cleo = id("contact", "00C3")

export const main = {
  id: ada,
  first_name: "Ada",
  middle_name: "Maria",
  last_name: "Smith",
  suffix: "",
  full_name: "Ada Maria Smith",
  also_known_as: null,
  preferred_name: "Addie",
  gender_binary: "Female",
  date_of_birth: "1960-05-06",
  date_of_death: null,
  created_at: "2026-03-01T09:00:00Z",
  email1: { type: "home", email: "ada.smith@example.com" },
  address1: {
    type: "home",
    street: "12 Elm Street",
    city: "Springfield",
    postal_code: "62701",
    state: "IL",
    country_iso: "US",
    country_name: "United States",
    full: "12 Elm Street, Springfield, IL 62701, United States",
  },
  phone1: { type: "mobile", phone: "(202) 555-0142" },
  phone2: null,
}

export const spouse = {
  ...main,
  id: ben,
  first_name: "Ben",
  middle_name: "",
  full_name: "Ben Smith",
  preferred_name: null,
  gender_binary: "Male",
  date_of_birth: "1958-02-03",
  email1: null,
  phone1: null,
}

const { email1, address1, phone1, phone2, suffix, ...names } = main
export const client = {
  ...names,
  suffix: null,
  for_matter: matter,
  is_client: true,
  phone_numbers: [{ id: id("phone", "0021"), type: "mobile", number: "(202) 555-0142" }],
  email_addresses: [{ id: id("email", "0022"), type: "home", email: "ada.smith@example.com" }],
  addresses: [
    {
      id: id("address", "0023"),
      type: "home",
      street: "12 Elm Street",
      city: "Springfield",
      state: "IL",
      postal_code: "62701",
      country_iso: "US",
      country_display: "United States",
      full_address: "12 Elm Street, Springfield, IL 62701, United States",
    },
  ],
  created_at: "2026-03-01T09:00:00.123456+00:00",
}

export const daughter = {
  ...client,
  id: cleo,
  is_client: false,
  first_name: "Cleo",
  middle_name: "",
  full_name: "Cleo Smith",
  preferred_name: null,
  date_of_birth: "1990-01-02",
  relationship: { type: "2DATR", short: "Daughter", description: "Daughter" },
  phone_numbers: [],
  email_addresses: [],
  addresses: [],
}
