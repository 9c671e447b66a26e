import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { InvitationRow } from "../../invitations/invitations.ts"
import { getInvitationOf } from "../../invitations/matter-invitations.ts"
import type { MatterRow } from "../../matter-row.ts"

/** The matter and the invitation of the page's address; throws "not found". */
export async function requireInvitation(
  req: PageRequest,
): Promise<{ matter: MatterRow; invitation: InvitationRow }> {
  const matter = await requireMatter(req)
  const invitation = await getInvitationOf(req.tx, matter.id, req.param("invitation_id"))
  return { matter, invitation }
}

/** What every form of an invitation has: its record, and the way back. */
export async function openInvitation(req: PageRequest) {
  const { matter, invitation } = await requireInvitation(req)
  const cancel = invitationUrl(matter, invitation)
  return {
    breadcrumbs: [...matterCrumbs(matter), { text: "Invitation", href: cancel }],
    record: invitation,
    cancel,
  }
}

/** The URL of the invitation's page. */
export function invitationUrl(matter: Pick<MatterRow, "id">, { id }: Pick<InvitationRow, "id">): string {
  return `/console/matters/${matter.id}/invitations/${id}`
}
