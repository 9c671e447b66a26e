import { max_difference_ms, measureClock } from "../../platform/db/clock-difference.ts"
import type { CheckInput, Finding } from "./finding.ts"

/** Compares this machine's clock, which dates events, with the database's. */
export async function checkClock({ parts: { db } }: CheckInput): Promise<Finding[]> {
  const { difference_ms, sentence } = await db.forPlatform(measureClock)
  if (difference_ms < noticed_ms)
    return [{ topic: "Clock", ok: true, sentence: "It agrees with the database’s" }]
  const isFar = difference_ms > max_difference_ms
  return [{ topic: "Clock", ok: false, ...(isFar && { severity: "broken" }), sentence }]
}

const noticed_ms = 10_000
