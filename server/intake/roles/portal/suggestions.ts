// Whom a role is prefilled with: the people trusted with the first role of the section mostly serve in the others too.
import type { RolesSection } from "../../../definition/definition.ts"
import { hasReviewed } from "../../matters/progress/section-reviews.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { fittingLevels } from "../assignment-rules.ts"
import { levelsAsStored, rowsOf } from "../roles.ts"
import { type FilledSlot, type Levels, slotsOf } from "./slots.ts"

/**
 * Whether the first role of a section is asked alone, and suggests people for the others. A will and a court, or the
 * offices of a business, each name someone of their own.
 */
export function isSuggesting(req: PageRequest, section: RolesSection): boolean {
  return speaksForClients(req) && slotsOf(req, section).length > 2
}

/** Whether the roles stand in for the clients, so that a sentence can ask who acts if they cannot. */
export function speaksForClients({ matter: { approach } }: Pick<PageRequest, "matter">): boolean {
  return approach === "planning" || approach === "rep-living"
}

/** The slots with suggestions for those never answered, until the client has been through the section. */
export async function withSuggestions(
  req: PageRequest,
  section: RolesSection,
  slots: readonly FilledSlot[],
): Promise<readonly FilledSlot[]> {
  if (!isSuggesting(req, section) || (await hasReviewed(req.tx, req.matter.id, section.id))) return slots
  return Promise.all(
    slots.map(async (slot) => {
      const isOpen = slot.seen === 0 && slot.levels.length === 0 && !slot.later.is_on
      return isOpen ? { ...slot, suggested: await suggestedFor(req, section, slot) } : slot
    }),
  )
}

async function suggestedFor(req: PageRequest, section: RolesSection, slot: FilledSlot): Promise<Levels> {
  const { clients } = req.facts
  const { role, focus, candidates } = slot
  // A role that is asked once stands in for both clients.
  const offered = candidates.filter(
    ({ contact_id }) => focus !== null || clients.length < 2 || !clients.includes(contact_id),
  )
  const levels = (await firstChosen(req, section, focus ?? clients[0]))
    .map((level) => level.filter((id) => offered.some(({ contact_id }) => contact_id === id)))
    .filter((level) => level.length > 0)
  return fittingLevels(role, levels)
}

/** Who serves in the section's first role for a client; if no one yet, as for the other client, each for the other. */
async function firstChosen(
  req: PageRequest,
  section: RolesSection,
  client: string | undefined,
): Promise<Levels> {
  const [first] = slotsOf(req, section)
  const [main, partner] = req.facts.clients
  const rows = await req.loaded.assignments()
  const chosenFor = (focus: string | null | undefined) =>
    first ? levelsAsStored(rowsOf(rows, first.role.id, first.focus && (focus ?? null), main)) : []
  const own = chosenFor(client)
  if (own.length > 0 || client === main) return own
  const swapped = (id: string) => (id === partner && main ? main : id)
  return chosenFor(main).map((level) => level.map(swapped))
}
