import { type RefusedForm, textOf } from "./page-request.ts"

export const home = "/console"

/** The page to open after signing in, from the link's query or the refused form. */
export function nextOf(wanted_path: unknown, refused: RefusedForm | undefined): string {
  return localPath(refused ? textOf(refused.form, "next") : String(wanted_path ?? ""))
}

/** Returns `next` if it is a console page, else the home page: an open redirect would send staff to another site. */
export function localPath(next: string): string {
  const isOurs = /^\/console(?:[/?][\w\-./?=&%:+]*)?$/.test(next) && !next.includes("//")
  return isOurs ? next : home
}
