import { countText } from "./count-text.ts"

const units = ["KB", "MB", "GB", "TB"]

/** Formats as `512 bytes`, `1.4 MB`, in powers of 1024. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return countText(bytes, "byte")
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value.toFixed(value >= 100 ? 0 : 1)} ${units[power - 1]}`
}

/** Formats roughly how long ago: `just now`, `5 minutes ago`, `2 days ago`. */
export function agoText(at: Date, now: Date): string {
  return now.getTime() - at.getTime() < 60_000 ? "just now" : `${spanText(at, now)} ago`
}

/** Formats roughly how long since: `less than a minute`, `5 minutes`, `2 days`. */
export function spanText(since: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000)
  if (minutes < 1) return "less than a minute"
  if (minutes < 120) return countText(minutes, "minute")
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? countText(hours, "hour") : countText(Math.floor(hours / 24), "day")
}
