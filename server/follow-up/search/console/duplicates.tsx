import { conflictCheckUrl } from "../../../intake/contacts/console/conflict-check.ts"
import { stateWords } from "../../../intake/matters/state-words.ts"
import { takeAdvisoryLock } from "../../../platform/db/advisory-lock.ts"
import { badField } from "../../../platform/errors.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import type { Show } from "../../../web/console/forms/field.ts"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { findDuplicates, type NewPerson } from "../duplicates.ts"
import { listRecords } from "../people.ts"

const confirmation = "is_new_client"
const fields = { [confirmation]: checkbox({ label: "This is a different matter. Create it." }) }

/**
 * Guards against creating a matter twice: throws "bad request"; staff may confirm that it is a different client. Of two
 * colleagues who create the same one at the same time, the second sees what the first has created.
 */
export async function requireNoDuplicates(req: PageRequest, people: readonly NewPerson[]): Promise<void> {
  await takeAdvisoryLock(req.tx, "new matter")
  if ((await listDuplicates(req, people)).length === 0) return
  const message =
    "There is already a matter with this name or email address. Open it, or confirm that this one is different."
  throw badField(confirmation, "duplicate", message)
}

/** The checkbox that creates the matter anyway, and its card with the existing ones. */
export async function duplicatesIn(
  req: PageRequest,
  refused: RefusedForm | undefined,
  people: readonly NewPerson[],
) {
  const isShown = refused && (faultAt(refused, confirmation) || refused.form[confirmation])
  const found = isShown ? await listDuplicates(req, people) : []
  const name = people.map((one) => `${one.first_name} ${one.last_name}`.trim()).find(Boolean) ?? ""
  const card = (show: Show) =>
    found.length > 0 && (
      <Card title="Existing matters">
        <List
          items={found.map(({ matter_id, matter_name, matter_state, shared }) => (
            <>
              <a href={`/console/matters/${matter_id}`}>{matter_name}</a> ({stateWords[matter_state]}):{" "}
              {shared}
            </>
          ))}
        />
        {!req.staff.assigned_matters_only && (
          <p>
            <a href={conflictCheckUrl(name)}>Check this name for conflicts</a>
          </p>
        )}
        {show(fields)}
      </Card>
    )
  return { fields, card }
}

async function listDuplicates({ tx, staff, query, form }: PageRequest, people: readonly NewPerson[]) {
  const assignee_id = staff.assigned_matters_only ? staff.user_id : null
  const found = await findDuplicates(tx, people, assignee_id)
  const records = query.person ? await listRecords(tx, query.person, assignee_id) : []
  // The matter that the new one starts from, and others of the same person, are known; an open one may be the same.
  const known = records.filter(
    ({ matter_state, questionnaire_id }) =>
      ["completed", "closed"].includes(matter_state) ||
      questionnaire_id !== trimmedTextOf(form, "questionnaire_id"),
  )
  const ids = new Set([query.from, ...known.map(({ matter_id }) => matter_id)])
  return found.filter(({ matter_id }) => !ids.has(matter_id))
}
