import { listTeam, type Member } from "../../../../firm/users/team.ts"
import { retentionRows } from "../../../../operations/deletions/console/retention-rows.ts"
import { findHold } from "../../../../operations/deletions/holds.ts"
import { frameOf, openMatter } from "../../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Definition, Definitions } from "../../../../web/ui/components/definition.tsx"
import { AgreementsCard } from "../../../agreements/console/matter/card.tsx"
import { listSignatures } from "../../../agreements/signatures.ts"
import { listMatching } from "../../../agreements/signing.ts"
import { netWorth } from "../../../assets/assets.ts"
import { moneyText } from "../../../assets/console/money.ts"
import { readUnconfirmedPartner, SharingPaused } from "../../../contacts/console/taking-part.tsx"
import { CorrectionsCard } from "../../../corrections/console/requests.tsx"
import { readCorrections } from "../../../corrections/console/table.tsx"
import { listHandovers } from "../../../handovers/handovers.ts"
import { OpenItemsCard } from "../../../submissions/console/open-items-card.tsx"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { readReadiness } from "../../../submissions/missing/missing.ts"
import { openItemsInWords } from "../../../submissions/missing/open-items.ts"
import { isSubmissionUnread } from "../../../submissions/review/read-marks.ts"
import { listSubmissions } from "../../../submissions/submissions.ts"
import { getFiling } from "../../filing/filing.ts"
import { listInvitations } from "../../invitations/invitations.ts"
import { listAdmitted } from "../../parties/access-list.ts"
import { definitionOf } from "../../progress/definition.ts"
import { listPartsAlone } from "../../progress/parts-alone.ts"
import { mayRestrict } from "../access/form.ts"
import { readActivity } from "../activity/activity.ts"
import { Activity } from "../activity/page.tsx"
import { InvitationsCard, readReminderStatus } from "../invitations/card.tsx"
import { readClientEmails } from "../invitations/client-emails.tsx"
import { AboutCard } from "./about-card.tsx"
import { DocumentsCard } from "./documents-card.tsx"
import { HandoversCard } from "./handovers-card.tsx"
import { NextSteps } from "./next-steps.tsx"

const recent_entries = 6

export async function overviewPage(req: PageRequest): Promise<View> {
  const { tx, parts } = req
  const matter = await openMatter(req)
  const [
    mails,
    invitations,
    corrections,
    reminders,
    readiness,
    total,
    activity,
    team,
    submissions,
    held,
    is_unread,
    filing,
    admitted,
    agreements,
    signatures,
    partsAlone,
    handovers,
    { definition },
    unconfirmed,
  ] = await Promise.all([
    readClientEmails(req, matter.id),
    listInvitations(tx, matter.id),
    readCorrections(tx, matter.id),
    readReminderStatus(req, matter.id),
    readReadiness(tx, loadMatter(tx, parts.ring, matter.id)),
    netWorth(tx, matter.id),
    readActivity(tx, matter.id, 300),
    listTeam(tx),
    listSubmissions(tx, matter.id),
    findHold(tx, matter.id),
    isSubmissionUnread(tx, matter.id),
    getFiling(tx, matter.id),
    listAdmitted(tx, matter.id),
    listMatching(tx, matter.id),
    listSignatures(tx, matter.id),
    listPartsAlone(tx, matter.id),
    listHandovers(tx, matter.id),
    definitionOf(tx, matter.id),
    readUnconfirmedPartner(req, matter),
  ])
  const { missing } = readiness
  const open = openItemsInWords(readiness.open, "en", "firm")
  const assignee = team.find(({ id }) => id === matter.assignee_id)
  const latest = submissions[0]
  return {
    ...frameOf(matter, ""),
    body: (
      <>
        <Card>
          <Definitions label="At a glance">
            <Definition term="Net worth" strong>
              {matter.counts.assets === 0 ? "No assets yet" : moneyText(total.net_total)}
            </Definition>
            {/* Always four facts, to fit narrow pages. The tab above counts the people too. */}
            {matter.is_unseen ? (
              <Definition term="Changes" strong>
                <a href={`/console/matters/${matter.id}/review#changes`}>Not all seen</a>
              </Definition>
            ) : (
              <Definition term="People" strong>
                {matter.counts.people}
              </Definition>
            )}
            <Definition term="Still missing" strong>
              {missing.length === 0 || matter.state === "created" ? (
                missing.length || "Nothing"
              ) : (
                <a href={`/console/matters/${matter.id}/review#missing`}>{missing.length}</a>
              )}
            </Definition>
            <Definition term="Last activity" strong>
              <When at={matter.last_activity_at} req={req} />
            </Definition>
          </Definitions>
        </Card>
        <SharingPaused matter={matter} partner={unconfirmed} req={req} />
        <NextSteps
          matter={matter}
          invitations={invitations}
          missing={missing}
          open={open}
          latest={latest}
          mails={mails}
          is_unread={is_unread}
          req={req}
        />
        {open.length > 0 && matter.state !== "created" && <OpenItemsCard items={open} />}
        <CorrectionsCard matter={matter} corrections={corrections} req={req} />
        <InvitationsCard
          matter={matter}
          invitations={invitations}
          mails={mails}
          reminders={reminders}
          has_parts_alone={partsAlone.size > 0}
          req={req}
        />
        <HandoversCard handovers={handovers} definition={definition} req={req} />
        <AgreementsCard matter_id={matter.id} toSign={agreements} signatures={signatures} req={req} />
        <div class="grid grid-facts">
          <AboutCard
            matter={matter}
            assignee={assignee && nameOfAssignee(assignee)}
            filing={filing}
            admitted={admitted}
            mayRestrict={mayRestrict(req, matter)}
            retention={retentionRows(matter, held, req)}
          />
          <Card title="Activity" actions={<a href={`/console/matters/${matter.id}/activity`}>See all</a>}>
            <Activity entries={activity.slice(0, recent_entries)} req={req} />
          </Card>
        </div>
        <DocumentsCard matter_id={matter.id} />
      </>
    ),
  }
}

function nameOfAssignee({ name, email, deactivated_at }: Member): string {
  return `${name || email}${deactivated_at ? " (deactivated)" : ""}`
}
