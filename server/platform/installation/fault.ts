/** Thrown when the parts do not fit together; the sentence names the setting and the remedy. */
export class InstallationFault extends Error {
  override name = "InstallationFault"
}

/** What went wrong below, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { name = "", message = "", code = "" } = error as { name?: string; message?: string; code?: string }
  return message && message !== "UnknownError" ? message : code || name || String(error)
}
