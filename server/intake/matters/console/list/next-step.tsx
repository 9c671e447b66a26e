// Who has to act on a matter, and what, from what the list reads of each matter anyway.

import { countText } from "../../../../platform/text/count-text.ts"
import type { InvitationState } from "../../invitations/mail-states.ts"
import type { MatterOverview } from "../../list/list.ts"
import type { ListFacts } from "./facts.ts"

type Listed = Pick<MatterOverview, "state"> & { facts: ListFacts }

/** The firm's step, with the page below the matter's on which it is done; the client's has none. */
type Step = readonly [text: string, path?: string]

const invitationSteps: Record<InvitationState, Step> = {
  none: ["Send invitation", "/invitations/new"],
  link: ["Share the link", ""],
  unsent: ["Share the link", ""],
  expired: ["Send new link", ""],
  retrying: ["Correct the address", ""],
  failed: ["Correct the address", ""],
  queued: ["Client: start"],
  sent: ["Client: start"],
}

/** What to do first; undefined in a closed matter. */
export function nextStepOf({ state, facts }: Listed): Step | undefined {
  const { corrections, waiting_for } = facts
  if (state === "closed") return undefined
  if (state === "completed") return waiting_for ? [`Client: ${waiting_for}`] : ["Close", ""]
  if (facts.is_unseen) return ["Review changes", "/review#changes"]
  if (corrections.open > 0) return [`Client: ${countText(corrections.open, "correction")}`]
  if (corrections.answered > 0)
    return [`Review ${countText(corrections.answered, "answer")}`, "/conversation?kind=corrections#stream"]
  if (state === "created") return invitationSteps[facts.invitation_state]
  if (facts.is_unread) return ["Review", "/review"]
  if (facts.has_failed_mail) return ["Correct the address", ""]
  if (state === "started") return [facts.progress === 100 ? "Client: submit" : "Client: fill in"]
  return waiting_for ? [`Client: ${waiting_for}`] : ["Complete", ""]
}

export function NextStep(matter: Listed & Pick<MatterOverview, "id">) {
  const [text, path] = nextStepOf(matter) ?? []
  if (path === undefined) return text
  return <a href={`/console/matters/${matter.id}${path}`}>{text}</a>
}
