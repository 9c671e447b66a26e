import { type RefusedForm, textOf } from "./page-request.ts"

export const home = "/console"

/** Where to go after signing in: what the link asked for, or the form that came back. */
export function nextOf(wanted_path: unknown, refused: RefusedForm | undefined): string {
  return localPath(refused ? textOf(refused.form, "next") : String(wanted_path ?? ""))
}

/** A page of the console, never an address elsewhere. */
export function localPath(next: string): string {
  const isOurs = /^\/console(?:[/?][\w\-./?=&%:+]*)?$/.test(next) && !next.includes("//")
  return isOurs ? next : home
}
