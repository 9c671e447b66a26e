import { faulty } from "../faults/faults.ts"
import { ownValue } from "../own-value.ts"
import { type Kind, ofText } from "./kind.ts"

/** One of the matter's contacts. */
export const contact: Kind = {
  label: "Person",
  control: "person",
  comparedAs: "presence",
  // Checks only the format of the id, not that the contact belongs to the matter.
  parse: ofText((text) => {
    const value = text.trim()
    if (value === "") return { kind: "empty" }
    return /^contact_[0-9A-F]{32}$/.test(value) ? { kind: "value", value } : faulty("person_unknown")
  }),
  display: (value, _, { names }) => ownValue(names, value) ?? "",
  missing: "person_missing",
  samples: () => [],
}
