// Two clients whose marital status ended: sharing is paused until the main client or staff say whether both take part.

import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { timeText } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { PostButton } from "../../../web/ui/components/button.tsx"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import { withdrawUnrequested } from "../../submissions/missing/withdrawn-items.ts"
import { listPeople, nameOr } from "../contacts.ts"
import { confirmPartner, endPartnerPart } from "../taking-part.ts"

/** Says that sharing is paused, and lets staff answer for the client; null while it is not. */
export async function sharingPaused(req: PageRequest, matter: MatterRow) {
  if (!matter.sharing_paused_at) return null
  const spouse = (await listPeople(req.tx, matter.id)).find(({ id }) => id === matter.contact_spouse_id)
  if (!spouse) return null
  const partner = nameOr(spouse, "the spouse or partner")
  const answer = (value: string, text: string) => (
    <PostButton
      action={`/console/matters/${matter.id}/taking-part`}
      fields={{ takes_part: value }}
      variant="secondary"
      small
    >
      {text}
    </PostButton>
  )
  return (
    <Banner
      tone="warning"
      title={`Does ${partner} still take part?`}
      actions={
        <>
          {answer("yes", "Still takes part")}
          {answer("no", "No longer takes part")}
        </>
      }
    >
      <p>
        The clients changed their marital status ({timeText(matter.sharing_paused_at, req)}). Until the main
        client or you answer, neither client sees the questionnaire. “No longer takes part” revokes {partner}
        ’s link; the answers stay with the firm.
      </p>
    </Banner>
  )
}

export async function answerTakingPart(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const takesPart = trimmedTextOf(req.form, "takes_part") !== "no"
  if (takesPart) await confirmPartner(req.tx, id)
  else {
    await endPartnerPart(req.tx, id)
    await withdrawUnrequested(req.tx, id)
  }
  return { to: `/console/matters/${id}`, flash: { done: takesPart ? "partner_confirmed" : "partner_ended" } }
}
