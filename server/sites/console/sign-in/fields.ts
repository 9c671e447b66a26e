import { ownNameField } from "../../../firm/users/console/account/own-email.tsx"
import { newPasswordField, wrongCode } from "../../../firm/users/console/account/proof.tsx"
import type { Setup } from "../../../firm/users/passwords/setup.ts"
import { email } from "../../../web/console/forms/text-fields.tsx"
import { oneTimeCode, password } from "../../../web/console/forms/unseen-fields.tsx"

/** The sign-in address, recognized by password managers. */
export const addressFields = {
  email: email({
    label: "Email address",
    autocomplete: "username",
    width: 30,
    missing: "Enter your email address.",
  }),
}

export const signInFields = {
  ...addressFields,
  password: password({
    label: "Password",
    autocomplete: "current-password",
    missing: "Enter your password.",
  }),
}

export const codeFields = {
  code: oneTimeCode({
    label: "Code",
    hint: "Without your phone, type one of your recovery codes instead.",
    inputmode: "text",
    maxlength: 40,
    missing: wrongCode,
  }),
}

export const nameFields = ({ name }: Pick<Setup, "name">) => ({ name: ownNameField(name) })

export const newPasswordFields = { password: newPasswordField("Password") }
