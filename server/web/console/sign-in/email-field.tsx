import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type RefusedForm } from "../page-request.ts"

/** The sign-in address, recognized by password managers. */
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
