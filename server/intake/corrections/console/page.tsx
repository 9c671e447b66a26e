// The corrections of a matter: the form that sends the collected ones, and the state of those already requested.

import { matterCrumbs } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  textOf,
  tickedOr,
} from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Actions } from "../../../web/ui/components/actions.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../web/ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../../web/ui/components/checkbox-group.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { IfPermitted } from "../../../web/ui/components/permitted.tsx"
import { inviteeName, partyWords } from "../../matters/console/invitations/labels.ts"
import { mayClientEdit } from "../../matters/editing.ts"
import { type InvitationRow, listInvitations } from "../../matters/invitations/invitations.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import { resolveCorrection, withdrawCorrection } from "../corrections.ts"
import { mayBeMailed, requestCorrections } from "../requests.ts"
import { addCorrection, newCorrectionPage } from "./requests.tsx"
import { CorrectionTable, type CorrectionWithChanges, readCorrections } from "./table.tsx"

export function correctionRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/corrections"
  console.form(base, { show: correctionsPage, act: sendCorrections }, { readable: true })
  console.form(`${base}/new`, { show: newCorrectionPage, act: addCorrection })
  console.action(`${base}/:correction_id/settlement`, resolve)
  console.action(`${base}/:correction_id/withdrawal`, withdraw)
}

async function correctionsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const [corrections, invitations] = await Promise.all([
    readCorrections(req.tx, matter.id),
    listInvitations(req.tx, matter.id),
  ])
  const collected = corrections.filter(({ state }) => state === "collected")
  const requested = corrections.filter(({ requested_at }) => requested_at !== null).toReversed()
  return {
    title: "Corrections",
    tab_title: `Corrections: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    heading: {
      lede: "What you ask the client to check again.",
      actions: matter.close_date === null && (
        <LinkButton href={`/console/matters/${matter.id}/corrections/new`} variant="secondary" icon="plus">
          {collected.length > 0 ? "Add another" : "Ask for a correction"}
        </LinkButton>
      ),
    },
    refused,
    body: (
      <>
        {collected.length > 0 && (
          <Collected
            matter={matter}
            collected={collected}
            invitations={invitations}
            req={req}
            refused={refused}
          />
        )}
        {requested.length > 0 && (
          <Card title="Requested" flush>
            <CorrectionTable
              matter_id={matter.id}
              corrections={requested}
              req={req}
              caption="Requested corrections, latest first"
            />
          </Card>
        )}
        {corrections.length === 0 && (
          <EmptyState title="No corrections yet" icon="edit">
            Choose “Ask for a correction” here, or “Ask” next to any line of the review.
          </EmptyState>
        )}
      </>
    ),
  }
}

function Collected(props: {
  matter: MatterRow
  collected: readonly CorrectionWithChanges[]
  invitations: readonly InvitationRow[]
  req: PageRequest
  refused: RefusedForm | undefined
}) {
  const { matter, collected, invitations, req, refused } = props
  const things = collected.length === 1 ? "one thing" : `${collected.length} things`
  return (
    <>
      <Card title={`Not asked yet: ${collected.length}`} flush>
        <CorrectionTable
          matter_id={matter.id}
          corrections={collected}
          req={req}
          caption="Corrections not asked yet"
        />
      </Card>
      <IfPermitted href="">
        <Card title="Ask the client">
          <form method="post">
            {matter.close_date !== null && (
              <Notice tone="warning">
                This matter is closed, so the client cannot change anything. Reopen it first.
              </Notice>
            )}
            <Recipients invitations={invitations.filter(mayBeMailed)} refused={refused} />
            {!mayClientEdit(matter) && (
              <Checkbox
                id="let_edit"
                label="Reopen the matter for the client"
                hint="The client cannot edit this matter now. Your software is notified with intakeform.reopened."
                checked={tickedOr(refused, "let_edit", []).length > 0}
                error={faultAt(refused, "let_edit")}
              />
            )}
            <Actions>
              <Button icon="mail">Ask about {things}</Button>
            </Actions>
          </form>
        </Card>
      </IfPermitted>
    </>
  )
}

function Recipients(props: { invitations: readonly InvitationRow[]; refused: RefusedForm | undefined }) {
  const { invitations, refused } = props
  if (invitations.length === 0) {
    return (
      <Notice>
        No invited person has both a working link and an email address, so no email is sent. The client sees
        the list at the top of the questionnaire.
      </Notice>
    )
  }
  return (
    <CheckboxGroup
      id="told"
      label="Who gets an email?"
      hint="Each with their own link. Everyone who fills in the questionnaire sees the list there."
      values={tickedOr(
        refused,
        "told",
        invitations.filter(({ party }) => party !== "helper").map(({ id }) => id),
      )}
      error={faultAt(refused, "told")}
      options={invitations.map((invitation) => ({
        value: invitation.id,
        label: `${inviteeName(invitation)} (${partyWords[invitation.party].toLowerCase()})`,
        hint: invitation.email,
      }))}
    />
  )
}

async function sendCorrections(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form } = req
  const { id } = await requireMatter(req)
  await requestCorrections(tx, parts, id, {
    invitation_ids: form.told ?? [],
    let_edit: textOf(form, "let_edit") !== "",
  })
  return { to: `/console/matters/${id}`, flash: { done: "corrections_requested" } }
}

async function resolve(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await resolveCorrection(req.tx, id, req.param("correction_id"))
  return { to: `/console/matters/${id}#corrections`, flash: { done: "correction_resolved" } }
}

async function withdraw(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await withdrawCorrection(req.tx, id, req.param("correction_id"))
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_withdrawn" } }
}
