import { textIn } from "../../../../definition/text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Day, timeText, When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card, SummaryCard } from "../../../../web/ui/components/card.tsx"
import { Definition, Definitions } from "../../../../web/ui/components/definition.tsx"
import { agreementsCard } from "../../../agreements/console/matter/card.tsx"
import { netWorth } from "../../../assets/assets.ts"
import { moneyText } from "../../../assets/console/money.ts"
import { sharingPaused } from "../../../contacts/console/taking-part.tsx"
import { listHandovers } from "../../../handovers/handovers.ts"
import { openItemsCard } from "../../../submissions/console/open-items-forms.tsx"
import { listAdmitted } from "../../parties/access-list.ts"
import { definitionOf } from "../../progress/definition.ts"
import { readActivity } from "../activity/activity.ts"
import { Activity } from "../activity/page.tsx"
import { frameOf, type MatterDetails, openMatter } from "../frame/frame.tsx"
import { invitationsCard } from "../invitations/card.tsx"
import { NextSteps, readNextSteps } from "./next-steps.tsx"

const recent_entries = 6

export async function overviewPage(req: PageRequest): Promise<View> {
  const { tx } = req
  const matter = await openMatter(req)
  const loading = readNextSteps(req, matter)
  const [next, activity, ...cards] = await Promise.all([
    loading,
    readActivity(tx, matter.id, 300),
    sharingPaused(req, matter),
    invitationsCard(req, matter, loading),
    handoversCard(req, matter.id),
    agreementsCard(req, matter.id),
    aboutCard(req, matter),
  ])
  const [paused, invitations, handovers, agreements, about] = cards
  const { missing, open, loaded } = next
  const total = netWorth(await loaded.assets(), await loaded.visibility())
  /** A number, which leads to its lines in the review; `none` instead of a blank or zero one. */
  const fact = (term: string, part: string, value: string | number | false, none: string | number = "0") => (
    <Definition term={term} strong>
      {value ? <a href={`/console/matters/${matter.id}/review#${part}`}>{value}</a> : none}
    </Definition>
  )
  return {
    ...frameOf(matter, ""),
    body: (
      <>
        <Card>
          <Definitions label="At a glance">
            {/* Always four facts, to fit narrow pages. */}
            {fact("Net worth", "assets", matter.assets > 0 && moneyText(total.net_total), "No assets yet")}
            {matter.is_unseen
              ? fact("Changes", "changes", "Not all seen")
              : fact("People", "people", matter.people)}
            {fact(
              "Still missing",
              "missing",
              matter.state !== "created" && missing.length,
              missing.length || "Nothing",
            )}
            <Definition term="Last activity" strong>
              <When at={matter.last_activity_at} req={req} />
            </Definition>
          </Definitions>
        </Card>
        {paused}
        <NextSteps {...next} />
        {await openItemsCard(req, matter, open)}
        {invitations}
        {handovers}
        {agreements}
        <div class="grid grid-facts">
          {about}
          <Card title="Activity" actions={<a href={`/console/matters/${matter.id}/activity`}>See all</a>}>
            <Activity entries={activity.slice(0, recent_entries)} req={req} />
          </Card>
        </div>
      </>
    ),
  }
}

/** What the head of the matter does not say. */
async function aboutCard(req: PageRequest, matter: MatterDetails) {
  const admitted = matter.is_restricted ? await listAdmitted(req.tx, matter.id) : []
  const context = Object.entries(matter.context ?? {})
  return (
    <SummaryCard
      title="About the matter"
      actions={<a href={`/console/matters/${matter.id}/memo.pdf`}>File memo (PDF)</a>}
      rows={[
        { key: "Questionnaire", value: `${matter.title}, version ${matter.questionnaire_version}` },
        { key: "Opened", value: <Day day={matter.open_date} /> },
        ...(matter.close_date ? [{ key: "Closed", value: <Day day={matter.close_date} /> }] : []),
        {
          key: "Who may see it",
          value: admitted.map(({ name }) => name).join(", ") || "Everyone at the firm",
        },
        { key: "Client may edit", value: matter.client_may_edit ? "Yes" : "No" },
        ...context.map(([key, value]) => ({ key, value: String(value) })),
        { key: "ID", value: <code class="id-text">{matter.id}</code> },
      ]}
    />
  )
}

/** Sections that a client handed to someone else and that are not back yet; null without any. */
async function handoversCard(req: PageRequest, matter_id: string) {
  const open = (await listHandovers(req.tx, matter_id)).filter(({ state }) => state === "open")
  if (open.length === 0) return null
  const { definition } = await definitionOf(req.tx, matter_id)
  const titleOf = (id: string) =>
    textIn(definition.sections.find((section) => section.id === id)?.title, "en")
  return (
    <SummaryCard
      title="Parts others are filling in"
      id="with_others"
      rows={open.map(({ id, section_id, name, party, given_by_name, given_at, expires_at }) => ({
        id,
        key: titleOf(section_id),
        value: (
          <>
            {`${name}${party === "helper" ? " (helper)" : ""}`}
            <p class="cell-note">
              {`Asked by ${given_by_name} · ${timeText(given_at, req)}`}
              {expires_at && `, until ${timeText(expires_at, req)}`}
            </p>
          </>
        ),
      }))}
    />
  )
}
