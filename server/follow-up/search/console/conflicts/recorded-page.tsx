import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { conflictCheckUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { notFound } from "../../../../platform/errors.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { LinkButton } from "../../../../web/ui/components/button.tsx"
import { EmptyState, SummaryCard } from "../../../../web/ui/components/card.tsx"
import { TableCard } from "../../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import {
  type AppearanceNames,
  decisions,
  getConflictCheck,
  max_note_characters,
  namesOfAppearances,
  recordConflictCheck,
} from "../../conflict-checks.ts"
import { appearanceKey } from "../../conflicts.ts"
import { listOutside, type OutsidePerson } from "../../outside.ts"
import { roleText } from "./appearances.tsx"
import { originText } from "./outside-people.tsx"
import { decisionWords, reasonWords } from "./words.ts"

/** An inquiry, or a name kept of one or of a deleted matter. */
function describeOutside(person: OutsidePerson | undefined, req: PageRequest) {
  return {
    name: person?.name ?? "Removed since",
    role: person?.party && relationshipLabel(person.party, "en"),
    matter: person && originText(person, req),
  }
}

/** A person, or a matter's name; `now` is missing for what was deleted since. */
function describeAppearance(matter_id: string | null, now: AppearanceNames | undefined) {
  if (matter_id === null) return { name: "Not shown", role: "", matter: "Restricted to others" }
  return {
    name: now ? now.full_name || now.matter_name : "Deleted since",
    role: now && roleText(now),
    matter: now ? (
      <a href={`/console/matters/${matter_id}`}>{now.matter_name}</a>
    ) : (
      <code class="id-text">{matter_id}</code>
    ),
  }
}

/** A recorded check; it prints without the console's navigation, for the file. */
export async function recordedPage(req: PageRequest): Promise<View> {
  if (req.staff.assigned_matters_only) throw notFound()
  const check = await getConflictCheck(req.tx, req.param("check_id"))
  const [names, outside] = await Promise.all([
    namesOfAppearances(req.tx, check),
    listOutside(
      req.tx,
      check.appearances.flatMap(({ outside_id }) => outside_id ?? []),
    ),
  ])
  const { text, tone } = decisionWords[check.decision]
  return {
    title: `Conflict check: ${check.name}`,
    breadcrumbs: [{ text: "Conflict check", href: "/console/conflicts" }],
    tag: <Tag tone={tone}>{text}</Tag>,
    actions: (
      <LinkButton href={conflictCheckUrl(check.name)} variant="secondary">
        Check again
      </LinkButton>
    ),
    body: (
      <>
        <SummaryCard
          title="The check"
          rows={[
            { key: "Why", value: check.note || "No reason given" },
            { key: "Checked by", value: check.checked_by_name },
            { key: "Checked", value: <When at={check.checked_at} req={req} /> },
            { key: "Check", value: <code class="id-text">{check.id}</code> },
          ]}
        />
        {check.appearances.length === 0 ? (
          <EmptyState title="The name did not appear anywhere" icon="check-circle" />
        ) : (
          <TableCard
            title={`${countText(check.appearances.length, "appearance")} at the time`}
            caption="Appearances at the time"
            columns={[
              { label: "Name", cell: ({ name }) => name },
              { label: "Why it was listed", cell: ({ reason }) => reasonWords[reason] },
              { label: "Role", cell: ({ role }) => role },
              { label: "Matter", cell: ({ matter }) => matter },
            ]}
            records={check.appearances.map((one) => ({
              reason: one.reason,
              ...(one.outside_id
                ? describeOutside(outside.get(one.outside_id), req)
                : describeAppearance(one.matter_id, names.get(appearanceKey(one)))),
            }))}
            id={(_, index) => `appearance-${index}`}
          />
        )}
      </>
    ),
  }
}

export const max_name_characters = 200

/** The name to check, from the search or the decision on it. */
export function nameIn({ form, query }: PageRequest): string {
  const typed = trimmedTextOf(form, "name") || (query.name ?? "")
  return typed.replaceAll("\0", "").trim().slice(0, max_name_characters)
}

export const decisionForm = form({
  open: async (req) => {
    if (req.staff.assigned_matters_only) throw notFound()
    const name = nameIn(req)
    return {
      title: "Record the decision",
      fields: {
        name: hidden(name),
        decision: choice({
          label: `What did you decide about ${name}?`,
          options: decisions.map((value) => ({
            value,
            label: decisionWords[value].text,
            hint: decisionWords[value].hint,
          })),
          missing: "Choose what you decided.",
        }),
        note: text({
          label: "Why (optional)",
          hint: "Saved and printed with the check.",
          max: max_note_characters,
          is_limited: true,
          rows: 3,
        }),
      },
      submit: "Record the check",
    }
  },
  save: async ({ tx }, values) => {
    const id = await recordConflictCheck(tx, values)
    return { done: "conflict_check_recorded", to: `/console/conflicts/${id}` }
  },
})
