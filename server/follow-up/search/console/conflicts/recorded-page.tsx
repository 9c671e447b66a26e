import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { notFound } from "../../../../platform/errors.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { SummaryList } from "../../../../web/ui/components/summary-list.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { getConflictCheck, namesOfAppearances } from "../../conflict-checks.ts"
import { appearanceKey } from "../../conflicts.ts"
import { listOutside, type OutsidePerson } from "../../outside.ts"
import type { Reason } from "../../reasons.ts"
import { conflictCheckUrl } from "./address.ts"
import { originText } from "./outside-people.tsx"
import { decisionWords, reasonWords } from "./words.ts"

/** An inquiry, or a name kept of one or of a deleted matter. */
function outsideRow(id: string, reason: Reason, person: OutsidePerson | undefined, req: PageRequest) {
  return {
    id,
    cells: {
      name: person?.name ?? "Removed since",
      reason: reasonWords[reason],
      role: person?.party ? relationshipLabel(person.party, "en") : "",
      matter: person ? originText(person, req) : "",
    },
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
    heading: {
      tag: <Tag tone={tone}>{text}</Tag>,
      actions: (
        <LinkButton href={conflictCheckUrl(check.name)} variant="secondary">
          Check again
        </LinkButton>
      ),
    },
    body: (
      <>
        <Card title="The check" flush>
          <SummaryList
            rows={[
              { key: "Name", value: check.name },
              { key: "Decision", value: text },
              { key: "Why", value: check.note || "No reason given" },
              { key: "Checked by", value: check.checked_by_name },
              { key: "Checked", value: <When at={check.checked_at} req={req} /> },
              { key: "Check", value: <code class="id-text">{check.id}</code> },
            ]}
          />
        </Card>
        {check.appearances.length === 0 ? (
          <EmptyState title="The name did not appear anywhere" icon="check-circle" />
        ) : (
          <Card title="Appearances at the time" flush>
            <DataTable
              caption="Appearances at the time"
              columns={[
                { key: "name", label: "Name", primary: true },
                { key: "reason", label: "Why it was listed" },
                { key: "role", label: "Relationship" },
                { key: "matter", label: "Matter" },
              ]}
              rows={check.appearances.map(({ matter_id, contact_id, reason, outside_id }, index) => {
                if (outside_id) return outsideRow(outside_id, reason, outside.get(outside_id), req)
                const isRestricted = matter_id === null
                const key = appearanceKey({ matter_id, contact_id })
                const now = names.get(key)
                return {
                  id: isRestricted ? `restricted-${index}` : key.replace(" ", "-"),
                  cells: {
                    name: isRestricted
                      ? "Not shown"
                      : now
                        ? now.full_name || now.matter_name
                        : "Deleted since",
                    reason: reasonWords[reason],
                    role: now?.relationship_type ? relationshipLabel(now.relationship_type, "en") : "",
                    matter: isRestricted ? (
                      "Restricted to others"
                    ) : now ? (
                      <a href={`/console/matters/${matter_id}`}>{now.matter_name}</a>
                    ) : (
                      <code class="id-text">{matter_id}</code>
                    ),
                  },
                }
              })}
            />
          </Card>
        )}
      </>
    ),
  }
}
