import { type Tried, textOf } from "../visit.ts"

export const home = "/console/matters"

/** Where to go after signing in: what the link asked for, or the form that came back. */
export function nextOf(asked: unknown, tried: Tried | undefined): string {
  return localPath(tried ? textOf(tried.form, "next") : String(asked ?? ""))
}

/** A page of the console, never an address elsewhere. */
export function localPath(next: string): string {
  const isOurs = /^\/console\/[\w\-./?=&%:+]*$/.test(next) && !next.includes("//")
  return isOurs ? next : home
}
