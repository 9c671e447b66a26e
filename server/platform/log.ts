import { type Logger, pino } from "pino"

export type { Logger }

/** Structured logs on standard output. Nothing secret is ever logged: addresses are cut before their query. */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}

/** A path that is safe to log: no query, and no key of an invitation, a setup link or a download. */
export function withoutSecrets(url: string): string {
  return (url.split("?")[0] ?? "").replace(/^\/(invite|console\/setup|download)\/.*/, "/$1/…")
}
