import type { Fault } from "../../platform/errors.ts"

export const wrong: Fault = {
  param: "email",
  code: "not_matching",
  message:
    "The email address and the password do not match. After several attempts you have to wait, or set a new password.",
}

export const wrongCode: Fault = {
  param: "code",
  code: "not_matching",
  message: "This code is not right, or was used already. Wait for the next one that your app shows.",
}

export const nameMissing: Fault = {
  param: "name",
  code: "required",
  message: "Enter your name, in at most 200 characters.",
}

/** How long, the failure says. */
export const waiting: Omit<Fault, "message"> = { param: "main", code: "too_many_attempts" }
