/** Thrown when the parts do not belong together. The message names the setting and the remedy. */
export class InstallationFault extends Error {
  override name = "InstallationFault"
}

/** Returns the message of the root cause, to append to a sentence. */
export function reasonOf(error: unknown): string {
  const { name = "", message = "", code = "", cause } = error as Error & { code?: string }
  if (cause) return reasonOf(cause)
  const reason = message && message !== "UnknownError" ? message : code || name || String(error)
  return reason.replace(/\.$/, "")
}
