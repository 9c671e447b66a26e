import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type RefusedForm } from "../page-request.ts"

/** The address one signs in with, as password managers know it. */
export function EmailField({ refused }: { refused: RefusedForm | undefined }) {
  return (
    <TextField
      {...fieldOf(refused, "email")}
      label="Email address"
      type="email"
      autocomplete="username"
      spellcheck={false}
      width={30}
    />
  )
}
