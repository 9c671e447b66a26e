import type { PageRequest } from "../page-request.ts"
import { nameOr } from "../person/name.ts"

/** "About you", or about whom else a question of each client is. */
export async function aboutClient(req: PageRequest, contact_id: string): Promise<string> {
  const { words, client } = req
  if (contact_id === client.contact_id) return words.questions.about(undefined)
  const person = (await req.loaded.people()).find(({ id }) => id === contact_id)
  return words.questions.about(person ? nameOr(person, words.person.unnamed.partner) : undefined)
}
