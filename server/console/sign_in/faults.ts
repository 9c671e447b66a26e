import type { Fault } from "../../platform/errors.ts"

export const wrong: Fault = {
  param: "email",
  code: "not_matching",
  message:
    "The e-mail address and the password do not match. After several tries, wait a quarter of an hour or set a new password.",
}

export const wrongCode: Fault = {
  param: "code",
  code: "not_matching",
  message:
    "This code is not right, or was used already. Wait for the next one; after several tries, wait a quarter of an hour.",
}

export const nameMissing: Fault = {
  param: "name",
  code: "required",
  message: "Enter your name, in at most 200 characters.",
}
