import type { WhoMayServe } from "../../../../definition/conditions/who-may-serve.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { type FormReader, readFields } from "./part-form.ts"

/** Who may be chosen for a role, or in answer to a question about a person. */
export function whoMayServeFields({ adults_only, not_clients }: WhoMayServe) {
  return {
    adults_only: checkbox({
      label: "Adults only",
      hint: "Leaves out people whose date of birth says they are under 18.",
      value: adults_only ?? false,
    }),
    not_clients: checkbox({
      label: "Not the clients",
      hint: "For someone who acts in their place, such as a guardian of their children.",
      value: not_clients ?? false,
    }),
  }
}

export function readWhoMayServe(reader: FormReader): WhoMayServe {
  const { adults_only, not_clients } = readFields(reader, whoMayServeFields({}))
  return { adults_only: adults_only || undefined, not_clients: not_clients || undefined }
}
