import type { PageRequest } from "./page-request.ts"

/** Why a section that speaks of the main client by name cannot be started yet; undefined once there is a name. */
export async function waitsForNames(req: PageRequest): Promise<string | undefined> {
  const main = (await req.loaded.people()).find(({ id }) => id === req.matter.contact_main_id)
  return main?.full_name ? undefined : req.words.home.needs_names
}
