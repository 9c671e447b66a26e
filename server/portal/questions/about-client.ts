import { nameOr } from "../person/name.ts"
import type { Visit } from "../visit.ts"

/** "About you", or about whom else a question of each client is. */
export async function aboutClient(visit: Visit, contact_id: string): Promise<string> {
  const { words, client } = visit
  if (contact_id === client.contact_id) return words.questions.about(undefined)
  const person = (await visit.loaded.people()).find(({ id }) => id === contact_id)
  return words.questions.about(person ? nameOr(person, words.person.unnamed.partner) : undefined)
}
