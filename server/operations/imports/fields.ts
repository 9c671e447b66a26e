// What a column can hold. A line is one person; a spouse may stand in the same line.

export const matterFields = {
  matter_name: "Name of the matter",
  file_number: "File number",
  reference: "Reference number in the other program",
  status: "Status: open or closed",
  opened_on: "Opened",
  closed_on: "Closed",
  due_on: "Due",
  assignee: "Assignee",
  tags: "Tags",
  note: "Note for staff",
} as const

const personFields = {
  relationship: "Relationship to the client",
  full_name: "Full name",
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  suffix: "Suffix",
  organization: "Organization, if the line names no person",
  preferred_name: "Preferred name",
  gender_binary: "Sex",
  date_of_birth: "Date of birth",
  date_of_death: "Date of death",
  marital_status: "Marital status",
} as const

const detailFields = {
  email: "Email address",
  work_email: "Work email address",
  phone: "Mobile phone",
  home_phone: "Home phone",
  work_phone: "Work phone",
  detail_kind: "Kind of the next column",
  full_address: "Address in one line",
  street: "Street",
  street_2: "Street, second line",
  city: "City",
  city_line: "City, state and ZIP code in one cell",
  state: "State",
  postal_code: "ZIP code",
  country: "Country",
} as const

const spouseFields = {
  spouse_full_name: "Spouse’s full name",
  spouse_first_name: "Spouse’s first name",
  spouse_middle_name: "Spouse’s middle name",
  spouse_last_name: "Spouse’s last name",
  spouse_suffix: "Spouse’s suffix",
  spouse_preferred_name: "Spouse’s preferred name",
  spouse_gender_binary: "Spouse’s sex",
  spouse_date_of_birth: "Spouse’s date of birth",
  spouse_date_of_death: "Spouse’s date of death",
  spouse_email: "Spouse’s email address",
  spouse_phone: "Spouse’s mobile phone",
} as const

export const importFields = { ...matterFields, ...personFields, ...detailFields, ...spouseFields } as const
export type ImportField = keyof typeof importFields

/** As they are offered, in groups. */
export const fieldGroups: readonly { group: string; fields: readonly ImportField[] }[] = [
  { group: "Person", fields: namesOf(personFields) },
  { group: "Contact details", fields: namesOf(detailFields) },
  { group: "Spouse in the same line", fields: namesOf(spouseFields) },
  { group: "Matter", fields: namesOf(matterFields) },
]

/** Fields that several columns of a file may hold. */
export const repeatable: ReadonlySet<ImportField> = new Set<ImportField>([
  "tags",
  "note",
  "email",
  "work_email",
  "phone",
  "home_phone",
  "work_phone",
  "detail_kind",
  "spouse_email",
  "spouse_phone",
])

/** The field of each column; null for a column to skip. */
export type Mapping = readonly (ImportField | null)[]

function namesOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[]
}
