/** Thrown when the parts do not fit together; the sentence names the setting and the remedy. */
export class InstallationFault extends Error {
  override name = "InstallationFault"
}

/** What went wrong below, at its root, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { name = "", message = "", code = "", cause } = error as Error & { code?: string }
  if (cause) return reasonOf(cause)
  const reason = message && message !== "UnknownError" ? message : code || name || String(error)
  return reason.replace(/\.$/, "")
}
