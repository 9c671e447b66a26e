import { setTimeout as delay } from "node:timers/promises"
import type { TestFirm } from "../../test/harness/service.ts"

export interface Writing {
  end(): Promise<{ written: number; refused: number[] }>
}

/** Creates matters, this many at a time, until it is stopped. */
export async function writeOn(firm: TestFirm, at_once: number): Promise<Writing> {
  const { body } = await firm.request("GET", "/v1/questionnaires")
  const done = { written: 0, refused: [] as number[] }
  let is_ending = false
  const writers = Array.from({ length: at_once }, async () => {
    while (!is_ending) {
      const { status } = await firm.request("POST", "/v1/matters/create", {
        questionnaire_id: body.results[0].id,
        matter_name: "Smith",
      })
      if (status === 201) done.written += 1
      else {
        done.refused.push(status)
        await delay(200)
      }
    }
  })
  return {
    end: async () => {
      is_ending = true
      await Promise.all(writers)
      return done
    },
  }
}
