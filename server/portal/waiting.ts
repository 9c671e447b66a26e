import type { Visit } from "./visit.ts"

/** Why a section that speaks of the main client by name cannot be started yet; undefined once there is a name. */
export async function waitsForNames(visit: Visit): Promise<string | undefined> {
  const main = (await visit.loaded.people()).find(({ id }) => id === visit.matter.contact_main_id)
  return main?.full_name ? undefined : visit.words.home.needs_names
}
