import type { PersonRow } from "../../contacts/contacts.ts"

/** What to call a person in a sentence: the name they go by, or words that stand for it. */
export function nameOr({ preferred_name, first_name, full_name }: PersonRow, unnamed: string): string {
  return preferred_name || first_name || full_name || unnamed
}
