// Completing, closing and reopening a matter. Each step has its own page, which says what will happen.
import { listCorrections } from "../../../corrections/corrections.ts"
import { closeMatter, markReopened, reopenClosedMatter } from "../../../matters/lifecycle.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import { stateWords } from "../../../matters/state-words.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import { readReadiness } from "../../../submissions/missing.ts"
import { openItemsInWords } from "../../../submissions/open-items.ts"
import { completeMatter } from "../../../submissions/submissions.ts"
import { Notice } from "../../../ui/components/banner.tsx"
import { Card } from "../../../ui/components/card.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import type { FlashKey } from "../../flash.ts"
import type { PageRequest, RefusedForm } from "../../page-request.ts"
import type { Console } from "../../routing.ts"
import type { StoredField } from "../../stale-forms.tsx"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import { timeText } from "../../times.tsx"
import type { View } from "../../view.tsx"
import { assign, assignmentPage, namePage, rename, storedAssignee, storedName } from "../assignee/page.tsx"
import { matterCrumbs, openMatter } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"

export function stateRoutes(console: Console): void {
  for (const [path, step] of Object.entries(steps)) {
    console.form(`/console/matters/:matter_id/${path}`, {
      show: (req, refused) => confirmPage(req, step, refused),
      stored: storedState,
      act: async (req) => {
        const { id } = await requireMatter(req)
        await step.act(req, id)
        return { to: `/console/matters/${id}`, flash: { done: step.done } }
      },
    })
  }
  console.form("/console/matters/:matter_id/assignment", {
    show: assignmentPage,
    act: assign,
    stored: storedAssignee,
  })
  console.form("/console/matters/:matter_id/name", { show: namePage, act: rename, stored: storedName })
}

/** The fields that every step depends on; a form opened before they changed is refused as stale. */
async function storedState(req: PageRequest): Promise<StoredField[]> {
  const { state, client_may_edit, submitted_at } = await openMatter(req)
  return [
    { label: "Status", value: stateWords[state] },
    { label: "Client may edit", value: client_may_edit ? "Yes" : "No" },
    { label: "Last submitted", value: submitted_at ? timeText(submitted_at, req) : "Never" },
  ]
}

interface Step {
  question: string
  /** Why the step is not possible now. */
  obstacle: (matter: MatterRow) => string | undefined
  sentences: string[]
  button: string
  /** What staff should know before they confirm. */
  warn?: (req: PageRequest, matter: MatterRow) => Promise<string | undefined>
  act: (req: PageRequest, matter_id: string) => Promise<unknown>
  done: FlashKey
}

const closed = "This matter is closed. Reopen it first."

const steps: Record<string, Step> = {
  completion: {
    question: "Complete this matter?",
    obstacle: ({ close_date, completed_at }) =>
      close_date ? closed : completed_at ? "This matter is already completed." : undefined,
    sentences: [
      "The client can still read everything but no longer change it.",
      "Foyer saves the matter as it is now as a numbered submission, and notifies your software with intakeform.completed.",
      "You can reopen it for the client at any time.",
    ],
    button: "Complete the matter",
    warn: async ({ tx, parts }, { id, is_submitted }) => {
      const [{ missing, open: items }, corrections] = await Promise.all([
        readReadiness(tx, parts.ring, id),
        listCorrections(tx, id),
      ])
      if (!is_submitted) return "The client has not submitted the questionnaire yet."
      const open = corrections.filter(({ state }) => state === "open").length
      const things = missing.length === 1 ? "1 required thing is" : `${missing.length} required things are`
      const open_words = open === 1 ? "1 correction is" : `${open} corrections are`
      const warnings = [
        ...(missing.length > 0 ? [`${things} missing.`] : []),
        ...(items.length > 0
          ? [`Still to come: ${joinWords(openItemsInWords(items, "en", "firm"), "en")}.`]
          : []),
        ...(open > 0 ? [`${open_words} still open, and the client will not be able to answer.`] : []),
      ]
      return warnings.join(" ") || undefined
    },
    act: ({ tx, parts }, id) => completeMatter(tx, parts.ring, id),
    done: "matter_completed",
  },
  "client-editing": {
    question: "Reopen this matter for the client?",
    obstacle: ({ close_date, client_may_edit, completed_at }) =>
      close_date
        ? closed
        : client_may_edit && !completed_at
          ? "The client can already edit this matter."
          : undefined,
    sentences: [
      "The client can edit the answers and submit again. Foyer notifies your software with intakeform.reopened.",
      "Earlier submissions stay as they were.",
    ],
    button: "Reopen for the client",
    act: ({ tx }, id) => markReopened(tx, id),
    done: "matter_reopened",
  },
  closing: {
    question: "Close this matter?",
    obstacle: ({ close_date }) => (close_date ? "This matter is already closed." : undefined),
    sentences: [
      "The client can read it but not change it, and the list shows it as closed.",
      "Nothing is deleted, and you can reopen it.",
    ],
    button: "Close the matter",
    act: ({ tx }, id) => closeMatter(tx, id),
    done: "matter_closed",
  },
  reopening: {
    question: "Reopen this matter?",
    obstacle: ({ close_date }) => (close_date ? undefined : "This matter is already open."),
    sentences: ["The client can edit it again if that was possible when it was closed."],
    button: "Reopen the matter",
    act: ({ tx }, id) => reopenClosedMatter(tx, id),
    done: "closed_matter_reopened",
  },
}

/** Replaces the confirmation if a colleague was faster or the address is a bookmark. */
function obstaclePage(matter: MatterRow, step: Step, obstacle: string, refused?: RefusedForm): View {
  return {
    title: step.question,
    tab_title: `${step.question} ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <EmptyState
        title={obstacle}
        icon="check"
        action={<LinkButton href={`/console/matters/${matter.id}`}>Go to the matter</LinkButton>}
      />
    ),
  }
}

async function confirmPage(req: PageRequest, step: Step, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const obstacle = step.obstacle(matter)
  if (obstacle) return obstaclePage(matter, step, obstacle, refused)
  const warning = await step.warn?.(req, matter)
  return {
    title: step.question,
    tab_title: `${step.question} ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        {warning && <Notice tone="warning">{warning}</Notice>}
        {step.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit={step.button} />
      </Card>
    ),
  }
}
