import { localeOf } from "../../../definition/text.ts"
import type { CopyReader } from "./copy-shape.ts"

/** A moment in the reader's language, by the firm's clock. */
export function momentInWords(moment: Date, { language, time_zone }: CopyReader): string {
  const options = { timeZone: time_zone, dateStyle: "long", timeStyle: "short" } as const
  return moment.toLocaleString(localeOf(language), options)
}
