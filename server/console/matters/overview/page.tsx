import { netWorth } from "../../../assets/assets.ts"
import { findHold } from "../../../deletions/holds.ts"
import { type Filing, getFiling } from "../../../matters/filing.ts"
import { listInvitations } from "../../../matters/invitations.ts"
import { findMissing } from "../../../submissions/missing.ts"
import { isSubmissionUnread } from "../../../submissions/read-marks.ts"
import { listSubmissions } from "../../../submissions/submissions.ts"
import { Card } from "../../../ui/components/card.tsx"
import { Definition, Definitions } from "../../../ui/components/definition.tsx"
import { SummaryList } from "../../../ui/components/summary-list.tsx"
import { listTeam, type Member } from "../../../users/team.ts"
import { retentionRows } from "../../deletions/retention-rows.ts"
import type { PageRequest } from "../../page-request.ts"
import { dayText, When } from "../../times.tsx"
import type { View } from "../../view.tsx"
import { readActivity } from "../activity/activity.ts"
import { Activity } from "../activity/page.tsx"
import { moneyText } from "../assets/money.ts"
import { CorrectionsCard } from "../corrections/card.tsx"
import { readCorrections } from "../corrections/table.tsx"
import { type FramedMatter, frameOf, openMatter } from "../frame.tsx"
import { InvitationsCard, readReminding } from "../invitations/card.tsx"
import { readClientMails } from "../invitations/client-mails.tsx"
import { NextSteps } from "./next-steps.tsx"
import { Papers } from "./papers.tsx"

const recent = 6

export async function overviewPage(req: PageRequest): Promise<View> {
  const { tx, parts } = req
  const matter = await openMatter(req)
  const [
    mails,
    invitations,
    corrections,
    reminding,
    missing,
    total,
    activity,
    team,
    submissions,
    held,
    is_unread,
    filing,
  ] = await Promise.all([
    readClientMails(req, matter.id),
    listInvitations(tx, matter.id),
    readCorrections(tx, matter.id),
    readReminding(req, matter.id),
    findMissing(tx, parts.ring, matter.id),
    netWorth(tx, matter.id),
    readActivity(tx, matter.id, 300),
    listTeam(tx),
    listSubmissions(tx, matter.id),
    findHold(tx, matter.id),
    isSubmissionUnread(tx, matter.id),
    getFiling(tx, matter.id),
  ])
  const assignee = team.find(({ id }) => id === matter.assignee_id)
  const latest = submissions[0]
  return {
    ...frameOf(matter, ""),
    body: (
      <>
        <Card>
          <Definitions label="At a glance">
            <Definition term="Net worth" strong>
              {moneyText(total.net_total)}
            </Definition>
            {/* Four facts, however narrow the page; the tab above counts the people as well. */}
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
        <NextSteps
          matter={matter}
          invitations={invitations}
          missing={missing}
          latest={latest}
          mails={mails}
          is_unread={is_unread}
          req={req}
        />
        <CorrectionsCard matter={matter} corrections={corrections} req={req} />
        <InvitationsCard
          matter={matter}
          invitations={invitations}
          mails={mails}
          reminding={reminding}
          req={req}
        />
        <div class="grid">
          <Facts
            matter={matter}
            assignee={assignee && nameOfAssignee(assignee)}
            filing={filing}
            retention={retentionRows(matter, held, req)}
          />
          <Card title="Activity" actions={<a href={`/console/matters/${matter.id}/activity`}>All of it</a>}>
            <Activity listed={activity.slice(0, recent)} req={req} />
          </Card>
        </div>
        <Papers matter_id={matter.id} />
      </>
    ),
  }
}

function nameOfAssignee({ name, email, deactivated_at }: Member): string {
  return `${name || email}${deactivated_at ? " (deactivated)" : ""}`
}

function Facts(props: {
  matter: FramedMatter
  assignee: string | undefined
  filing: Filing
  retention: ReturnType<typeof retentionRows>
}) {
  const { matter, assignee, filing, retention } = props
  const home = `/console/matters/${matter.id}`
  const context = Object.entries(matter.context ?? {})
  const { file_number, due_on, tags } = filing
  const filedAs = [file_number, due_on && `due ${dayText(due_on)}`, ...tags].filter(Boolean)
  return (
    <Card title="About the matter" flush>
      <SummaryList
        rows={[
          { key: "Name", value: matter.name, actions: [{ href: `${home}/name`, text: "Rename" }] },
          {
            key: "Assignee",
            value: assignee ?? "None",
            actions: [{ href: `${home}/assignment`, text: assignee ? "Change" : "Assign" }],
          },
          {
            key: "Filed under",
            value: filedAs.length > 0 ? filedAs.join(", ") : "No file number, due date or tags",
            actions: [{ href: `${home}/filing`, text: "File", about: "the matter" }],
          },
          { key: "Questionnaire", value: `${matter.title}, version ${matter.questionnaire_version}` },
          {
            key: "Client may edit",
            value: matter.client_may_edit ? "Yes" : "No",
            // A completed matter is reopened from its heading.
            actions:
              matter.state === "closed" || matter.state === "completed" || matter.client_may_edit
                ? []
                : [{ href: `${home}/client-editing`, text: "Reopen for the client" }],
          },
          ...context.map(([key, value]) => ({ key, value: String(value) })),
          { key: "Id", value: <code class="id-text">{matter.id}</code> },
          ...(matter.state === "closed"
            ? []
            : [
                {
                  key: "Closing",
                  value: "Takes the matter off the list of open ones. Nothing is deleted.",
                  actions: [{ href: `${home}/closing`, text: "Close this matter" }],
                },
              ]),
          ...retention,
        ]}
      />
    </Card>
  )
}
