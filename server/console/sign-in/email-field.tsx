import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, type RefusedForm, typedOr } from "../page-request.ts"

/** The address one signs in with, as password managers know it. */
export function EmailField({ refused }: { refused: RefusedForm | undefined }) {
  return (
    <TextField
      id="email"
      label="Email address"
      type="email"
      autocomplete="username"
      spellcheck={false}
      value={typedOr(refused, "email")}
      error={faultAt(refused, "email")}
      width={30}
    />
  )
}
