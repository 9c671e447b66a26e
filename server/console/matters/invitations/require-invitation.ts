import { getInvitation, type InvitationRow } from "../../../matters/invitations.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import { notFound } from "../../../platform/errors.ts"
import type { PageRequest } from "../../page-request.ts"
import { requireMatter } from "../require-matter.ts"

/** The matter and the invitation of the page's address; throws "not found". */
export async function requireInvitation(
  req: PageRequest,
): Promise<{ matter: MatterRow; invitation: InvitationRow }> {
  const matter = await requireMatter(req)
  const invitation = await getInvitation(req.tx, req.param("invitation_id"))
  if (invitation.matter_id !== matter.id) throw notFound()
  return { matter, invitation }
}

/** The URL of the invitation's page. */
export function invitationUrl(matter: Pick<MatterRow, "id">, { id }: Pick<InvitationRow, "id">): string {
  return `/console/matters/${matter.id}/invitations/${id}`
}
