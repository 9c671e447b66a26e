import type { QuestionnaireFile } from "../definition.ts"
import { assets } from "./planning/assets.ts"
import { documents } from "./planning/documents.ts"
import { clients, people } from "./planning/people.ts"
import { guardians, roles } from "./planning/roles.ts"
import { children, situation } from "./planning/situation.ts"
import { business, closing, health, wishes } from "./planning/wishes.ts"

/** Estate planning for one person or a couple. */
export const planning: QuestionnaireFile = {
  format: "foyer-questionnaire-1",
  title: "Estate Planning",
  internal_type: "Planning",
  approach: "planning",
  url_short_name: "estate-planning",
  definition: {
    sections: [
      clients,
      people,
      situation,
      children,
      roles,
      guardians,
      wishes,
      health,
      business,
      assets,
      documents,
      closing,
    ],
  },
}
