// What staff do to a matter as a whole. Each has a page that says what will happen, at an address of its own.
import { listCorrections } from "../../corrections/corrections.ts"
import { closeMatter, markReopened, reopenClosedMatter } from "../../matters/life.ts"
import type { MatterRow } from "../../matters/matter_row.ts"
import { findMissing } from "../../submissions/missing.ts"
import { completeMatter } from "../../submissions/submissions.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import type { Done } from "../flash.ts"
import type { Console } from "../routing.ts"
import { SubmitOrCancel } from "../submit_or_cancel.tsx"
import type { View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { assign, assignmentPage, namePage, rename } from "./assignment.tsx"
import { matterCrumbs } from "./frame.tsx"
import { reachMatter } from "./reach.ts"

export function stateRoutes(console: Console): void {
  for (const [path, step] of Object.entries(steps)) {
    console.form(`/console/matters/:matter_id/${path}`, {
      show: (visit, tried) => confirmPage(visit, step, tried),
      act: async (visit) => {
        const { id } = await reachMatter(visit)
        await step.act(visit, id)
        return { to: `/console/matters/${id}`, flash: { done: step.done } }
      },
    })
  }
  console.form("/console/matters/:matter_id/assignment", { show: assignmentPage, act: assign })
  console.form("/console/matters/:matter_id/name", { show: namePage, act: rename })
}

interface Step {
  question: string
  sentences: string[]
  button: string
  /** More that is worth knowing before. */
  warn?: (visit: Visit, matter: MatterRow) => Promise<string | undefined>
  act: (visit: Visit, matter_id: string) => Promise<unknown>
  done: Done
}

const steps: Record<string, Step> = {
  completion: {
    question: "Complete this matter?",
    sentences: [
      "The client can still read everything but no longer change it.",
      "The matter is kept as it is now, as a numbered submission, and your software is told by intakeform.completed.",
      "You can let the client edit again at any time.",
    ],
    button: "Complete the matter",
    warn: async ({ tx, parts }, { id, is_submitted }) => {
      const [missing, corrections] = await Promise.all([
        findMissing(tx, parts.ring, id),
        listCorrections(tx, id),
      ])
      if (!is_submitted) return "The client has not submitted it yet."
      const open = corrections.filter(({ state }) => state === "open").length
      const things = missing.length === 1 ? "1 required thing is" : `${missing.length} required things are`
      const asked = open === 1 ? "1 correction is" : `${open} corrections are`
      const warnings = [
        ...(missing.length > 0 ? [`${things} missing.`] : []),
        ...(open > 0 ? [`${asked} still open, and the client could no longer answer.`] : []),
      ]
      return warnings.join(" ") || undefined
    },
    act: ({ tx, parts }, id) => completeMatter(tx, parts.ring, id),
    done: "matter_completed",
  },
  "client-editing": {
    question: "Let the client edit again?",
    sentences: [
      "The client can add and change, and submit again. Your software is told by intakeform.reopened.",
      "What was submitted before stays as it was.",
    ],
    button: "Let the client edit",
    act: ({ tx }, id) => markReopened(tx, id),
    done: "matter_reopened",
  },
  closing: {
    question: "Close this matter?",
    sentences: [
      "It is put away: the client can read it but not change it, and the list shows it as closed.",
      "Nothing is deleted, and you can take it out again.",
    ],
    button: "Close the matter",
    act: ({ tx }, id) => closeMatter(tx, id),
    done: "matter_closed",
  },
  reopening: {
    question: "Take this matter out again?",
    sentences: ["It is open as before: the client may edit it if the client could when it was closed."],
    button: "Take it out again",
    act: ({ tx }, id) => reopenClosedMatter(tx, id),
    done: "matter_taken_out",
  },
}

async function confirmPage(visit: Visit, step: Step, tried?: Tried): Promise<View> {
  const matter = await reachMatter(visit)
  const warning = await step.warn?.(visit, matter)
  return {
    title: step.question,
    tab_title: `${step.question} ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    tried,
    body: (
      <Card>
        {warning && <Notice tone="warning">{warning}</Notice>}
        {step.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <form method="post">
          <SubmitOrCancel cancel={`/console/matters/${matter.id}`}>{step.button}</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}
