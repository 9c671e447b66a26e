import type { WhoMayServe } from "../../../../definition/conditions/who-may-serve.ts"
import type { RefusedForm } from "../../../../web/console/page-request.ts"
import { CheckboxField } from "./fields.tsx"
import { type FormReader, isChecked } from "./form-reader.ts"

/** Who may be chosen for a role, or in answer to a question about a person. */
export function WhoMayServeFields({
  stored,
  refused,
}: {
  stored: WhoMayServe
  refused: RefusedForm | undefined
}) {
  return (
    <>
      <CheckboxField
        name="adults_only"
        label="Adults only"
        hint="Leaves out people whose date of birth says they are under 18."
        stored={stored.adults_only}
        refused={refused}
      />
      <CheckboxField
        name="not_clients"
        label="Not the clients"
        hint="For someone who acts in their place, such as a guardian of their children."
        stored={stored.not_clients}
        refused={refused}
      />
    </>
  )
}

export function readWhoMayServe(reader: FormReader): WhoMayServe {
  return {
    adults_only: isChecked(reader, "adults_only") || undefined,
    not_clients: isChecked(reader, "not_clients") || undefined,
  }
}
