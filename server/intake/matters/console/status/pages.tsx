// Completing, closing and reopening a matter. Each step has its own page, which says what will happen.

import { countText } from "../../../../platform/count-text.ts"
import { joinWords } from "../../../../platform/joined-words.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { matterForm, openMatter } from "../../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { listCorrections } from "../../../corrections/corrections.ts"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { readReadiness } from "../../../submissions/missing/missing.ts"
import { openItemsInWords } from "../../../submissions/missing/open-items.ts"
import { type Step, steps } from "../../../submissions/status/steps.ts"
import type { MatterRow } from "../../matter-row.ts"
import { stateWords } from "../../state-words.ts"
import { assignmentForm, nameForm } from "../assignee/page.tsx"

export function stateRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  for (const name of Object.keys(steps) as (keyof typeof steps)[])
    console.form(`${base}/${name}`, stepForm(name, pages[name]))
  console.form(`${base}/assignment`, assignmentForm)
  console.form(`${base}/name`, nameForm)
}

interface StepPage {
  question: string
  /** Why the step is not possible if it is done. */
  already: string
  sentences: string[]
  button: string
  /** What staff should know before they confirm. */
  warn?: (req: PageRequest, matter: MatterRow) => Promise<string | undefined>
}

function stepForm(name: keyof typeof steps, { question, already, sentences, button, warn }: StepPage) {
  const { isDone, act, done }: Step = steps[name]
  const obstacle = (matter: MatterRow) => {
    if (isDone(matter)) return already
    return matter.close_date !== null && name !== "reopening"
      ? "This matter is closed. Reopen it first."
      : undefined
  }
  return form({
    edits: true,
    open: async (req) => {
      const matter = await openMatter(req)
      const { id, state, client_may_edit, submitted_at } = matter
      const title = obstacle(matter)
      return {
        ...matterForm(matter, question, question),
        state: {
          Status: stateWords[state],
          "Client may edit": client_may_edit ? "Yes" : "No",
          "Last submitted": submitted_at ? timeText(submitted_at, req) : "Never",
        },
        obstacle: title ? { title, link: "Go to the matter" } : undefined,
        warning: title ? undefined : await warn?.(req, matter),
        text: sentences,
        record: id,
        submit: button,
      }
    },
    save: async ({ tx, parts }, _, id) => {
      await act(tx, parts.ring, id)
      return { done }
    },
  })
}

const pages: Record<keyof typeof steps, StepPage> = {
  completion: {
    question: "Complete this matter?",
    already: "This matter is already completed.",
    sentences: [
      "The client can still read everything but no longer change it.",
      "Foyer saves the matter as it is now as a numbered submission, and notifies your software with intakeform.completed.",
      "You can reopen it for the client at any time.",
    ],
    button: "Complete the matter",
    warn: async ({ tx, parts }, { id, is_submitted }) => {
      const [{ missing, open: items }, corrections] = await Promise.all([
        readReadiness(tx, loadMatter(tx, parts.ring, id)),
        listCorrections(tx, id),
      ])
      if (!is_submitted) return "The client has not submitted the questionnaire yet."
      const open = corrections.filter(({ state }) => state === "open").length
      const things = countText(missing.length, "required thing is", "required things are")
      const open_words = countText(open, "correction is", "corrections are")
      const warnings = [
        ...(missing.length > 0 ? [`${things} missing.`] : []),
        ...(items.length > 0
          ? [`Still to come: ${joinWords(openItemsInWords(items, "en", "firm"), "en")}.`]
          : []),
        ...(open > 0 ? [`${open_words} still open, and the client will not be able to answer.`] : []),
      ]
      return warnings.join(" ") || undefined
    },
  },
  "client-editing": {
    question: "Reopen this matter for the client?",
    already: "The client can already edit this matter.",
    sentences: [
      "The client can edit the answers and submit again. Foyer notifies your software with intakeform.reopened.",
      "Earlier submissions stay as they were.",
    ],
    button: "Reopen for the client",
  },
  closing: {
    question: "Close this matter?",
    already: "This matter is already closed.",
    sentences: [
      "The client can read it but not change it, and the list shows it as closed.",
      "Nothing is deleted, and you can reopen it.",
    ],
    button: "Close the matter",
  },
  reopening: {
    question: "Reopen this matter?",
    already: "This matter is already open.",
    sentences: ["The client can edit it again if that was possible when it was closed."],
    button: "Reopen the matter",
  },
}
