import { TextField } from "../../ui/components/text-field.tsx"
import { fewest_password_characters } from "../../users/password_rules.ts"
import { faultAt, type Tried } from "../visit.ts"

/** Asks for the password one has, before something about it changes. */
export function PresentPasswordField({ tried }: { tried: Tried | undefined }) {
  return (
    <TextField
      id="current"
      label="Your present password"
      type="password"
      autocomplete="current-password"
      error={faultAt(tried, "current")}
      width={30}
    />
  )
}

export function NewPasswordField({ tried, label }: { tried: Tried | undefined; label: string }) {
  return (
    <TextField
      id="password"
      label={label}
      hint={`At least ${fewest_password_characters} characters. Three or four words are easy to remember and hard to guess.`}
      type="password"
      autocomplete="new-password"
      error={faultAt(tried, "password")}
      width={30}
    />
  )
}
