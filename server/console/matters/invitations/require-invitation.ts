import { getInvitation, type InvitationRow } from "../../../matters/invitations.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import { notFound } from "../../../platform/errors.ts"
import type { PageRequest } from "../../page-request.ts"
import { requireMatter } from "../require-matter.ts"

/** The invitation of the address and its matter; throws "not found" for one that is out of reach. */
export async function requireInvitation(
  req: PageRequest,
): Promise<{ matter: MatterRow; invitation: InvitationRow }> {
  const matter = await requireMatter(req)
  const invitation = await getInvitation(req.tx, req.param("invitation_id"))
  if (invitation.matter_id !== matter.id) throw notFound()
  return { matter, invitation }
}

/** Its page. */
export function urlOf(matter: Pick<MatterRow, "id">, { id }: Pick<InvitationRow, "id">): string {
  return `/console/matters/${matter.id}/invitations/${id}`
}
