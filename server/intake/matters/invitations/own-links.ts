// Emails clients their own links again, only to the address their sign-in codes go to.

import { type Language, type Text, textIn } from "../../../definition/text.ts"
import { foyerWords } from "../../../firm/client-emails/foyer-words.ts"
import { queueClientEmail } from "../../../firm/client-emails/sending.ts"
import { type Firm, listFirmsOfClient } from "../../../firm/firms/firms.ts"
import {
  type AttemptParts,
  claimAttempt,
  linkMailAddressLimit,
} from "../../../firm/users/sign-in/attempts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { clientTitle } from "../../questionnaires/questionnaires.ts"
import { contactOfInvitation } from "../parties/parties.ts"
import { type InvitationParts, issueLink } from "./invitations.ts"
import { joinedMailAddress } from "./invited.ts"

/** The page where clients of the firm at `place` request their links; without a place, clients of any firm. */
export function linkFormUrl(place: string): string {
  return place ? `/portal/links/${place}` : "/portal/links"
}

interface OwnLink {
  id: string
  matter_id: string
  email: string
  first_name: string
  language: Language | null
  title: Text
}

/**
 * Emails an address the links that still open a questionnaire of the firm, at most three times an hour; sends nothing
 * when there are none. Each matter gets an email of its own: it is deleted with the matter, and only staff who may see
 * the matter can read it. `language` applies to clients who have chosen none.
 */
export async function mailOwnLinks(
  parts: AttemptParts & InvitationParts,
  { firm, email, language }: { firm: Firm; email: string; language: Language },
): Promise<void> {
  const { db, ring } = parts
  const links = await db.forPlatform(async (tx) => {
    const wait_s = await claimAttempt(tx, ring, [linkMailAddressLimit(firm.id, email)])
    return wait_s > 0 ? [] : listOwnLinks(tx, firm.id, email)
  })
  if (links.length === 0) return
  const lang = links.find((link) => link.language)?.language ?? language
  const { button } = foyerWords[lang].own_link
  await db.forFirm(firm.id, async (tx) => {
    for (const [matter_id, ofMatter] of Map.groupBy(links, (link) => link.matter_id)) {
      const buttons = []
      for (const { id, first_name, title } of ofMatter) {
        const { invite_url } = await issueLink(tx, parts, id)
        const label =
          links.length === 1 ? button : [textIn(title, lang), first_name].filter(Boolean).join(" – ")
        buttons.push({ label, url: invite_url })
      }
      const [first] = ofMatter
      if (!first) continue
      await queueClientEmail(tx, ring, "own_link", {
        recipient: first.email,
        matter_id,
        language: lang,
        values: { questionnaire_title: textIn(first.title, lang), link: "" },
        buttons,
      })
    }
  })
}

/**
 * Does the same at every firm that knows the address, for a client of whom no firm is known. Each firm's limit applies,
 * and none keeps the links of the others back. Throws what went wrong at any of them once all had their turn.
 */
export async function mailOwnLinksOfAllFirms(
  parts: AttemptParts & InvitationParts,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const firms = await parts.db.forPlatform((tx) => listFirmsOfClient(tx, email))
  const faults: unknown[] = []
  for (const firm of firms)
    await mailOwnLinks(parts, { firm, email, language }).catch((fault) => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, "some links were not sent")
}

/**
 * Runs for the platform, where an index by address serves it: row-level security would keep the planner from using it.
 */
function listOwnLinks(tx: Tx, firm_id: string, email: string): Promise<OwnLink[]> {
  return tx.all(sql`
    with own as (
      select i.id from invitations i
       where i.firm_id = ${firm_id} and i.email <> '' and lower(i.email) = lower(${email})
      union
      select i.id from users u join invitations i on i.firm_id = u.firm_id and i.user_id = u.id
       where u.firm_id = ${firm_id} and u.is_client_user and u.email <> '' and lower(u.email) = lower(${email}))
    select i.id, i.matter_id, ${joinedMailAddress} as email, i.first_name,
           u.preferences ->> 'language' as language, ${clientTitle} as title
      from own
      join invitations i on i.firm_id = ${firm_id} and i.id = own.id
      join matters m on m.firm_id = i.firm_id and m.id = i.matter_id
      join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
      left join users u on u.firm_id = i.firm_id and u.id = i.user_id
     where i.revoked_at is null and m.close_date is null and not (i.party = 'partner' and m.sharing_paused_at is not null)
       and not has_no_part_left(i, ${tx.now})
       and lower(${joinedMailAddress}) = lower(${email})
       -- A link that was never started can start once the matter is completed only to give what is still open.
       and (i.started_at is not null or (m.client_may_edit and m.completed_at is null) or exists (
             select from submitted_open_items o
              where o.firm_id = m.firm_id and o.matter_id = m.id and o.is_latest and o.state = 'open'
                and coalesce(o.contact_id = ${contactOfInvitation}, o.kind = 'document' and not i.is_for_parts)))
     order by i.id desc`)
}
