import type { Fault } from "../../../platform/errors.ts"

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

/** The error's message says how long to wait. */
export const tooManyAttempts: Omit<Fault, "message"> = { param: "main", code: "too_many_attempts" }

/** Shown on the sign-in page when the account changed between two steps of signing in. */
export const signInChanged = "How you sign in was changed in the meantime. Sign in again."
