// Apart from the definition, which brings its schemas along: browsers read this too.

/** What a questionnaire may ask of a person, in the order of the form. */
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
