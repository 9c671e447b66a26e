import { answerKey } from "../../definition/conditions.ts"
import type { QuestionsSection } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { seenOf } from "../form.ts"
import { formPage } from "../form-page.tsx"
import { type PageRequest, refresh } from "../page-request.ts"
import { type SectionPage, sectionUrl } from "../section.tsx"
import { aboutClient } from "./about-client.ts"
import { questionFields } from "./fields.tsx"
import type { PlannedPage } from "./plan.ts"

/** One page of the firm's questions. */
export async function questionPage(
  req: PageRequest,
  section: QuestionsSection,
  planned: PlannedPage,
): Promise<SectionPage> {
  const fields = await questionFields(req, planned)
  const lead = fields.find(({ hidden }) => !hidden)
  return formPage({
    path: planned.path,
    // What only tells something is no heading.
    title: lead && lead.type !== "notice" ? lead.label : textIn(section.title, req.lang),
    caption: planned.about ? await aboutClient(req, planned.about) : undefined,
    fields,
    // Without script, what an answer leads to could not show at once: then the page is shown again, with it.
    next: async (req, form) => {
      const { visible } = await refresh(req)
      const followUp = planned.questions.find(
        ({ id, type }) =>
          type !== "notice" &&
          visible.has(answerKey(id, planned.about)) &&
          seenOf(form, id) === undefined &&
          fields.some(({ name, hidden }) => name === id && hidden),
      )
      return followUp && `${sectionUrl(section.id, planned.path)}?follow_up=${followUp.id}#${followUp.id}`
    },
  })
}
