import { createQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import type { Tx } from "../../server/platform/db/sql.ts"
import { newId } from "../../server/platform/ids.ts"

/** Publishes a questionnaire for planning, empty where a test names nothing else; returns its id. */
export function addQuestionnaire(
  tx: Tx,
  given: Partial<Parameters<typeof createQuestionnaire>[1]> = {},
): Promise<string> {
  return createQuestionnaire(tx, {
    title: "Sample",
    internal_type: "Planning",
    approach: "planning",
    url_short_name: newId("questionnaire").slice(-20).toLowerCase(),
    definition: { sections: [] },
    ...given,
  })
}
