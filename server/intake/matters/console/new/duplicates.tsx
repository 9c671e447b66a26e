import { conflictCheckUrl } from "../../../../follow-up/search/console/conflicts/address.ts"
import { findDuplicates, type NewPerson } from "../../../../follow-up/search/duplicates.ts"
import type { Fault } from "../../../../platform/errors.ts"
import { faultAt, type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../../web/ui/components/checkbox.tsx"
import { stateWords } from "../../state-words.ts"

const confirmation_field = "is_new_client"

/** Guards against creating a matter twice: a fault unless staff confirm that it is a different client. */
export async function duplicateFault(req: PageRequest): Promise<Fault[]> {
  if (req.form[confirmation_field]) return []
  const found = await duplicatesOf(req, req.form)
  if (found.length === 0) return []
  const message =
    "There is already a matter with this name or email address. Open it, or confirm that this one is different."
  return [{ param: confirmation_field, code: "duplicate", message }]
}

/** The existing matters, and the checkbox that creates the new one anyway. */
export async function DuplicatesCard(req: PageRequest, refused: RefusedForm | undefined) {
  if (!refused || !(faultAt(refused, confirmation_field) || refused.form[confirmation_field])) return null
  const found = await duplicatesOf(req, refused.form)
  if (found.length === 0) return null
  const isLimited = req.staff.assigned_matters_only
  return (
    <Card title="Existing matters">
      <ul>
        {found.map(({ matter_id, matter_name, matter_state, shared }) => (
          <li key={matter_id}>
            <a href={`/console/matters/${matter_id}`}>{matter_name}</a> ({stateWords[matter_state]}): {shared}
          </li>
        ))}
      </ul>
      {!isLimited && (
        <p>
          <a href={conflictCheckUrl(namesOf(refused.form)[0] ?? "")}>Check this name for conflicts</a>
        </p>
      )}
      <Checkbox
        id={confirmation_field}
        label="This is a different matter. Create it."
        checked={Boolean(refused.form[confirmation_field])}
        error={faultAt(refused, confirmation_field)}
      />
    </Card>
  )
}

async function duplicatesOf({ tx, staff, query }: PageRequest, form: RefusedForm["form"]) {
  const people: NewPerson[] = ["", "partner_"].map((prefix) => ({
    first_name: textOf(form, `${prefix}first_name`),
    last_name: textOf(form, `${prefix}last_name`),
    email: textOf(form, `${prefix}email`),
  }))
  const found = await findDuplicates(tx, people, staff.assigned_matters_only ? staff.user_id : null)
  // The earlier matter that the new one starts from is for the same people on purpose.
  return found.filter(({ matter_id }) => matter_id !== query.from)
}

function namesOf(form: RefusedForm["form"]): string[] {
  return ["", "partner_"]
    .map((prefix) => `${textOf(form, `${prefix}first_name`)} ${textOf(form, `${prefix}last_name`)}`.trim())
    .filter(Boolean)
}
