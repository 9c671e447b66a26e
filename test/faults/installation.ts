// An installation for fault runs: a firm with a key, a questionnaire without required questions, and a webhook receiver
// for every event.

import { readConfig } from "../../server/config.ts"
import { createKey } from "../../server/firm/access/api/keys.ts"
import { staffLifetime } from "../../server/firm/access/console.ts"
import { createSession } from "../../server/firm/access/sessions.ts"
import { createFirm } from "../../server/firm/firms/firms.ts"
import { createStaff } from "../../server/firm/users/users.ts"
import { createQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import { newId } from "../../server/platform/ids.ts"
import { type Core, openCore } from "../../server/service.ts"

export interface Installation {
  firm_id: string
  token: string
  /** Of its admin, who is signed in to the console. */
  staff_session: string
  questionnaire_id: string
  /** Portal URLs of the pages of the only question and the only document request. */
  question_page: string
  upload_page: string
  question_id: string
}

/** Creates firm, key, and questionnaire, whether or not a server is running. */
export async function prepareInstallation(settings: Record<string, string>): Promise<Installation> {
  const core = await openCore(readConfig({ ...settings, FOYER_LOG_LEVEL: "error" }))
  try {
    return await createFixtures(core)
  } finally {
    await core.close()
  }
}

/** Subscribes `url` to every event type. */
export async function subscribe(base_url: string, token: string, url: string): Promise<void> {
  for (const event_type of [
    "intakeform.created",
    "intakeform.started",
    "intakeform.submitted",
    "document.added",
  ]) {
    const response = await fetch(`${base_url}/v1/subscriptions`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ url, event_type }),
    })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  }
}

async function createFixtures({ db }: Core): Promise<Installation> {
  const firm_id = await db.forPlatform((tx) => createFirm(tx, { name: "Faults & Partners" }))
  const [questions, documents] = [newId("section"), newId("section")]
  const [question_id, request_id] = [newId("question"), newId("document_request")]
  const created_by = await db.forFirm(firm_id, (tx) =>
    createStaff(tx, { email: "ada.admin@example.com", name: "Ada Admin", role: "admin" }),
  )
  return db.forFirm(
    firm_id,
    async (tx) => {
      const { token } = await createKey(tx, { name: "Faults", created_by })
      const staff = { user_id: created_by, device: "Faults", lifetime: staffLifetime }
      const { token: staff_session } = await createSession(tx, staff)
      const questionnaire_id = await createQuestionnaire(tx, {
        title: "Faults",
        internal_type: "Planning",
        approach: "planning",
        url_short_name: "faults",
        definition: {
          sections: [
            {
              id: questions,
              title: "Your wishes",
              kind: "questions",
              questions: [
                {
                  id: question_id,
                  prompt: "What should we know?",
                  type: "long_text",
                  required: false,
                  each_client: false,
                  sensitive: false,
                },
              ],
            },
            {
              id: documents,
              title: "Documents",
              kind: "documents",
              requests: [{ id: request_id, label: "Statements", required: false, several: true }],
            },
          ],
        },
      })
      return {
        firm_id,
        token,
        staff_session,
        questionnaire_id,
        question_id,
        question_page: `/portal/sections/${questions}/${question_id}`,
        upload_page: `/portal/files/${documents}/${request_id}`,
      }
    },
    { user_id: created_by },
  )
}
