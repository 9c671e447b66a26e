import { createMatter } from "../../server/intake/matters/matters.ts"
import { newFirmWithIntake } from "./sample-intake.ts"
import type { TestService } from "./service.ts"

/** A new firm with an intake, and `create`, which adds a matter with the same questionnaire and returns its id. */
export async function newFirmWithMatters(service: TestService) {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body
  const questionnaire_id: string = questionnaire.id
  const create = (matter_name: string, context?: Record<string, string | number>) =>
    firm.run(async (tx) => (await createMatter(tx, { questionnaire_id, matter_name, context })).id)
  return { firm, intake, questionnaire_id, create }
}
