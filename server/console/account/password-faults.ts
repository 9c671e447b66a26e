import type { Fault } from "../../platform/errors.ts"
import { findPasswordFault } from "../../users/password-rules.ts"
import { passwordSentence } from "../../users/password-sentences.ts"

/** What is wrong with a new password, for its form; `about` are words that others would try first. */
export async function passwordFaults(password: string, about: readonly string[]): Promise<Fault[]> {
  const fault = await findPasswordFault(password, about)
  return fault
    ? [{ param: "password", code: `password_${fault}`, message: passwordSentence(fault, "en") }]
    : []
}
