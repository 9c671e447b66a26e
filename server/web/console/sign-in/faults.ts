import type { Fault } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { readLine } from "../forms/read-text.ts"

export const wrongCredentials: Fault = {
  param: "email",
  code: "not_matching",
  message:
    "The email address and password do not match. After several attempts you have to wait or set a new password.",
}

export const wrongCode: Fault = {
  param: "code",
  code: "not_matching",
  message: "This code is wrong or was already used. Wait until your app shows the next one.",
}

/** The name that a member of staff enters for themselves. */
export function readOwnName(form: Form, faults: Fault[]): string {
  const count = faults.length
  const name = readLine(form, { param: "name", label: "Your name", max: 200 }, faults)
  if (name === "" && faults.length === count)
    faults.push({ param: "name", code: "required", message: "Enter your name." })
  return name
}

/** The error's message says how long to wait. */
export const tooManyAttempts: Omit<Fault, "message"> = { param: "main", code: "too_many_attempts" }

/** Shown on the sign-in page when the account changed between two steps of signing in. */
export const signInChanged = "How you sign in was changed in the meantime. Sign in again."
