import type { Staff } from "../../access/console.ts"
import { TextField } from "../../ui/components/text-field.tsx"
import { passwordHints } from "../../users/password-sentences.ts"
import { faultAt, type RefusedForm } from "../page-request.ts"

/** Asks who it is afresh, before something about their sign-in changes: see proof.ts. */
export function ProofFields({ staff, refused }: { staff: Staff; refused: RefusedForm | undefined }) {
  return (
    <>
      <TextField
        id="current"
        label="Your current password"
        type="password"
        autocomplete="current-password"
        error={faultAt(refused, "current")}
        width={30}
      />
      {staff.has_second_factor && (
        <TextField
          id="current_code"
          label="Code from your authenticator app"
          hint="Or one of your recovery codes."
          autocomplete="one-time-code"
          spellcheck={false}
          maxlength={40}
          error={faultAt(refused, "current_code")}
          width={10}
        />
      )}
    </>
  )
}

export function NewPasswordField({ refused, label }: { refused: RefusedForm | undefined; label: string }) {
  return (
    <TextField
      id="password"
      label={label}
      hint={passwordHints.en}
      type="password"
      autocomplete="new-password"
      error={faultAt(refused, "password")}
      width={30}
    />
  )
}
