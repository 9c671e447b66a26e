import type { Fault } from "../../../../platform/errors.ts"
import { faultAt, type RefusedForm } from "../../../../web/console/page-request.ts"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import type { Staff } from "../../../access/console.ts"
import { findPasswordFault } from "../../passwords/password-rules.ts"
import { passwordHints, passwordSentence } from "../../passwords/password-sentences.ts"

/** The password and code required before a change to the member's sign-in: see proof.ts. */
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

/** The fault of a new password, if any; `about` lists words that an attacker would guess first. */
export async function passwordFaults(password: string, about: readonly string[]): Promise<Fault[]> {
  const fault = await findPasswordFault(password, about)
  return fault
    ? [{ param: "password", code: `password_${fault}`, message: passwordSentence(fault, "en") }]
    : []
}
