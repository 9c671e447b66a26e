import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, type Tried, typedOr } from "../visit.ts"

/** The address one signs in with, as password managers know it. */
export function EmailField({ tried }: { tried: Tried | undefined }) {
  return (
    <TextField
      id="email"
      label="Email address"
      type="email"
      autocomplete="username"
      spellcheck={false}
      value={typedOr(tried, "email")}
      error={faultAt(tried, "email")}
      width={30}
    />
  )
}
