// A firm with one published questionnaire for planning, and a browser of its admin.

import { addQuestionnaire } from "./added-questionnaire.ts"
import { sampleDefinition, sampleParts } from "./sample-intake.ts"
import type { TestFirm, TestService } from "./service.ts"
import { newStaffBrowser } from "./staff-browser.ts"

export interface PlanningFirm {
  firm: TestFirm
  questionnaire_id: string
  send: Awaited<ReturnType<typeof newStaffBrowser>>
}

export async function newPlanningFirm(service: TestService): Promise<PlanningFirm> {
  const firm = await service.newFirm()
  const questionnaire_id = await firm.run((tx) =>
    addQuestionnaire(tx, { definition: sampleDefinition(sampleParts()) }),
  )
  return { firm, questionnaire_id, send: await newStaffBrowser(service, firm) }
}
