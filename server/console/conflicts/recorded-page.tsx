import { relationshipLabel } from "../../definition/relationships.ts"
import { notFound } from "../../platform/errors.ts"
import { getConflictCheck, namesOfAppearances } from "../../search/conflict-checks.ts"
import { appearanceKey } from "../../search/conflicts.ts"
import { listOutside, type OutsidePerson } from "../../search/outside.ts"
import type { Reason } from "../../search/reasons.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"
import type { View } from "../view.tsx"
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
