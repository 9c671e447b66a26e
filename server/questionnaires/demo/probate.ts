import type { QuestionnaireFile } from "../definition.ts"
import { assets, documents } from "./probate/estate.ts"
import { clients, people, roles } from "./probate/people.ts"
import { life, urgent, will } from "./probate/questions.ts"

/** Settling the estate of somebody who died; a representative answers. */
export const probate: QuestionnaireFile = {
  format: "foyer-questionnaire-1",
  title: "Probate",
  internal_type: "Probate",
  approach: "rep-deceased",
  url_short_name: "probate",
  definition: { sections: [clients, life, people, will, roles, urgent, assets, documents] },
}
