import type { ComponentChildren } from "preact"
import { Notice } from "../../web/ui/components/banner.tsx"
import { endPresence, type PortalLocation, recordPresence } from "../matters/changes/presence.ts"
import type { PageRequest } from "./page-request.ts"

/**
 * Records that the user opened a page, and returns a notice naming the others on the page or in its section. Staff
 * and sections answered privately are left out.
 */
export async function presenceNotice(req: PageRequest, place?: PortalLocation): Promise<ComponentChildren> {
  const { tx, matter, words, client, may_edit } = req
  if (client.is_firm_staff) return undefined
  if (!place || !may_edit || req.alone.has(place.section_id)) {
    await endPresence(tx, matter.id)
    return undefined
  }
  const others = await recordPresence(tx, matter.id, place)
  if (others.length === 0) return undefined
  return (
    <Notice tone="info">
      {others.map(({ name, path }) => (
        <p key={name}>
          {path === place.path
            ? words.presence.on_page(name || words.people_picker.someone_else)
            : words.presence.in_part(name || words.people_picker.someone_else)}
        </p>
      ))}
    </Notice>
  )
}
