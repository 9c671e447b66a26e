import type { WhoMayServe } from "../../../../definition/conditions/who-may-serve.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { mapped } from "../../../../web/console/forms/field.ts"

/** Who may be chosen for a role, or in answer to a question about a person. */
export function whoMayServeFields({ adults_only, not_clients }: WhoMayServe) {
  return {
    adults_only: flag({
      label: "Adults only",
      hint: "Leaves out people whose date of birth says they are under 18.",
      value: adults_only,
    }),
    not_clients: flag({
      label: "Not the clients",
      hint: "For someone who acts in their place, such as a guardian of their children.",
      value: not_clients,
    }),
  }
}

/** A setting that is stored only while it is on. */
export function flag({ value = false, ...props }: Parameters<typeof checkbox>[0]) {
  return mapped(checkbox({ ...props, value }), (isOn) => isOn || undefined)
}
