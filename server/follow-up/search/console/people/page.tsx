import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { listPossibleConflicts } from "../../../../intake/conflict-names/possible-conflicts.ts"
import { conflictCheckUrl, personUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { personRows } from "../../../../intake/contacts/console/person-rows.tsx"
import { listContacts } from "../../../../intake/contacts/contacts.ts"
import { assignmentFilter } from "../../../../intake/matters/console/frame/require-matter.ts"
import { stateWords } from "../../../../intake/matters/state-words.ts"
import { listAssignedRoles } from "../../../../intake/roles/assigned-roles.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { dayText, timeText, When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { LinkButton, PostButton } from "../../../../web/ui/components/button.tsx"
import { Card, Details, SummaryCard } from "../../../../web/ui/components/card.tsx"
import { TableCard } from "../../../../web/ui/components/data-table.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { conversationUrl, newest } from "../../../conversations/console/urls.ts"
import { listRecords, mainOf, max_counted_checks, readTraces } from "../../people.ts"
import { findNamesakes, type Likeness, type Namesake } from "../../same-people.ts"
import { RoleLink } from "../conflicts/appearances.tsx"
import { decisionWords } from "../conflicts/words.ts"
import { changePerson } from "./merging.ts"

const likenessWords: Record<Likeness, string> = {
  email: "Same email",
  birth: "Same name and birth date",
  name: "Same name",
}

export function personPages(console: Console): void {
  console.form("/console/people/:contact_id", { show: personPage, act: changePerson }, { readable: true })
}

/** An advisor may be in hundreds of matters. */
const max_records = 100
const max_namesakes = 20

async function personPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, staff } = req
  const assignee_id = assignmentFilter(staff).assignee_id ?? null
  const all = await listRecords(tx, req.param("contact_id"), assignee_id)
  const records = all.slice(0, max_records)
  const main = mainOf(records)
  const mayCheck = !staff.assigned_matters_only
  const ids = records.map(({ contact_id }) => contact_id)
  const [contacts, waiting, roles, traces, namesakes] = await Promise.all([
    listContacts(tx, main.matter_id),
    mayCheck ? listPossibleConflicts(tx, main.matter_id) : undefined,
    listAssignedRoles(tx, ids),
    readTraces(tx, req.parts.ring, records),
    findNamesakes(tx, records, assignee_id),
  ])
  const contact = contacts.find(({ id }) => id === main.contact_id)
  const facts = contact ? personRows(contact, [], waiting?.get(contact.id)) : []
  const total_checks = traces.checks[0]?.total ?? 0
  const more_checks = total_checks - traces.checks.length
  const title = main.full_name || "No name yet"
  const more = all.length > records.length ? `; the newest ${max_records} are listed` : ""
  return {
    title,
    breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
    lede: `In ${countText(all.length, "matter")}${more}`,
    actions: (
      <>
        <LinkButton
          href={`/console/matters/new?from=${main.matter_id}&person=${main.contact_id}`}
          icon="plus"
        >
          New matter{main.full_name && <span class="visually-hidden"> for {main.full_name}</span>}
        </LinkButton>
        {mayCheck && main.full_name && (
          <LinkButton href={conflictCheckUrl(main.full_name)} variant="secondary">
            Check for conflicts
          </LinkButton>
        )}
      </>
    ),
    refused,
    body: (
      <>
        <TableCard
          title="Matters"
          caption="Matters, newest first"
          columns={[
            {
              label: "Matter",
              cell: ({ matter_id, matter_name, open_date, full_name }) => (
                <>
                  <a href={`/console/matters/${matter_id}`}>{matter_name}</a>
                  <span class="cell-note cell-line">
                    Opened {dayText(open_date)}
                    {full_name && full_name !== title && `, as ${full_name}`}
                  </span>
                </>
              ),
            },
            { label: "As", cell: (one) => <RoleLink {...one} roles={roles.get(one.contact_id) ?? []} /> },
            { label: "Status", narrow: true, cell: (one) => stateWords[one.matter_state] },
            {
              label: "Last message",
              cell: ({ matter_id }) => {
                const message = traces.messages.get(matter_id)
                return (
                  message && (
                    <>
                      <a href={`${conversationUrl(matter_id)}${newest}`}>{message.text}</a>
                      <span class="cell-note cell-line">
                        <When at={message.written_at} req={req} />
                      </span>
                    </>
                  )
                )
              },
            },
            records.length > 1 && {
              label: "Someone else",
              isButtons: true,
              cell: ({ contact_id, matter_name }) => (
                <PostButton
                  action={personUrl(main.contact_id)}
                  fields={{ apart: contact_id }}
                  about={`in ${matter_name}`}
                  variant="quiet"
                  small
                >
                  Someone else
                </PostButton>
              ),
            },
          ]}
          records={records}
          id={({ contact_id }) => contact_id}
          isMuted={({ matter_state }) => matter_state === "closed"}
        />
        <Namesakes namesakes={namesakes} action={personUrl(main.contact_id)} />
        <SummaryCard
          title={`As entered in ${main.matter_name}`}
          rows={facts.flatMap(([key, value]) => (value ? { key, value } : []))}
        />
        {traces.files.length > 0 && (
          <Card title="Newest documents">
            <List
              items={traces.files.map(({ id, matter_id, matter_name, filename, uploaded_at }) => (
                <>
                  <a href={`/console/matters/${matter_id}/documents/${id}`}>{filename}</a>{" "}
                  <span class="hint">{`${matter_name}, ${timeText(uploaded_at, req)}`}</span>
                </>
              ))}
            />
          </Card>
        )}
        {mayCheck && traces.checks.length > 0 && (
          <Card title="Recorded conflict checks">
            <List
              items={traces.checks.map(({ id, name, decision, checked_at }) => (
                <>
                  <a href={`/console/conflicts/${id}`}>{name}</a>{" "}
                  <span class="hint">{`${decisionWords[decision].text}, ${timeText(checked_at, req)}`}</span>
                </>
              ))}
            />
            {more_checks > 0 && (
              <p class="hint">
                {`And ${total_checks < max_counted_checks ? "" : "at least "}${countText(more_checks, "earlier one")}.`}
              </p>
            )}
          </Card>
        )}
      </>
    ),
  }
}

/** Who may be the same person, surest first; folded if they only share a name. */
function Namesakes({ namesakes, action }: { namesakes: readonly Namesake[]; action: string }) {
  if (namesakes.length === 0) return null
  return (
    <Details
      summary={`May be the same person: ${namesakes.length}`}
      open={namesakes.some(({ likeness }) => likeness !== "name")}
    >
      <ul class="queue-list">
        {namesakes.slice(0, max_namesakes).map((one) => (
          <li key={one.contact_id}>
            <div class="queue-item">
              <a class="queue-name" href={personUrl(one.contact_id)}>
                {one.full_name || "No name yet"}
              </a>
              <p class="cell-note">
                {`${likenessWords[one.likeness]} · ${relationshipLabel(one.relationship_type, "en")} in ${one.matter_name}`}
              </p>
            </div>
            <PostButton
              action={action}
              fields={{ same: one.contact_id }}
              about={`in ${one.matter_name}`}
              variant="secondary"
              small
            >
              Same person
            </PostButton>
          </li>
        ))}
      </ul>
      {namesakes.length > max_namesakes && (
        <p class="hint">{`And ${namesakes.length - max_namesakes} more, who are less likely.`}</p>
      )}
    </Details>
  )
}
