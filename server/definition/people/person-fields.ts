// Separate from definition.ts, so that browser code does not bundle its schemas.

/** The personal details a questionnaire can ask for, in form order. */
export const personFields = [
  "first_name",
  "middle_name",
  "last_name",
  "suffix",
  "also_known_as",
  "preferred_name",
  "gender_binary",
  "date_of_birth",
  "date_of_death",
  "marital_status",
  "number_of_children",
  "phone_numbers",
  "email_addresses",
  "addresses",
] as const
export type PersonField = (typeof personFields)[number]
