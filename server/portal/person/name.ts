import type { PersonRow } from "../../contacts/contacts.ts"
import type { PageRequest } from "../page-request.ts"

/** What to call a person in a sentence: the name they go by, or words that stand for it. */
export function nameOr({ preferred_name, first_name, full_name }: PersonRow, unnamed: string): string {
  return preferred_name || first_name || full_name || unnamed
}

/** Why a section that speaks of the main client by name cannot be started yet; undefined once there is a name. */
export async function waitsForNames(req: PageRequest): Promise<string | undefined> {
  const main = (await req.loaded.people()).find(({ id }) => id === req.matter.contact_main_id)
  return main?.full_name ? undefined : req.words.home.needs_names
}
