import { changeSettings } from "../server/firm/firms/firms.ts"
import { recordInquiry } from "../server/follow-up/inquiries/inquiries.ts"
import { notifyOfInquiry } from "../server/intake/notifications/notify.ts"
import { getQuestionnaireRow } from "../server/intake/questionnaires/questionnaires.ts"
import { changeStartPage } from "../server/intake/questionnaires/start-page.ts"
import { newId } from "../server/platform/ids.ts"
import type { FirmFile } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found } from "./keys.ts"

/** Opens the firm's start pages, and records the inquiries that arrived on them. */
export async function recordInquiries(firm: DemoFirm, file: FirmFile): Promise<void> {
  const { start_page_text = { en: "", es: "" }, inquiries = [] } = file
  for (const { at, questionnaire, ...person } of inquiries) {
    const { id: questionnaire_id } = found(firm.questionnaires[questionnaire], questionnaire)
    await firm.past.at(new Date(at), "", async (tx) => {
      await changeSettings(tx, firm.firm_id, { start_page_text })
      await changeStartPage(tx, questionnaire_id, true)
      const accepted_text = { text: start_page_text[person.language], at }
      const id = newId("inquiry")
      await recordInquiry(tx, firm.ring, { ...person, id, questionnaire_id, accepted_text })
      const { title } = await getQuestionnaireRow(tx, questionnaire_id)
      if (firm.mails) await notifyOfInquiry(tx, firm, { inquiry_id: id, questionnaire_title: title })
    })
  }
}
