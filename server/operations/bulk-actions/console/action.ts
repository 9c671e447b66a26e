// Which bulk action a form asks for, and its wording.

import { inOneLine } from "../../../definition/values/typed-text.ts"
import { listTeam } from "../../../firm/users/team.ts"
import { bulkAssignees } from "../../../intake/matters/console/assignee/field.ts"
import { filingFaults } from "../../../intake/matters/filing/filing.ts"
import { stagesOf } from "../../../intake/matters/stages/stages.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { isCalendarDay, shortDayText } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { max_read, notPicked, pickedIn } from "../../../web/ui/components/pick-field.tsx"
import type { BulkAction } from "../actions.ts"
import type { LeftOut } from "../bulk-actions.ts"

export type ListAction = Exclude<BulkAction, { kind: "undo_import" | "undo" }>

export interface ChosenAction {
  action: ListAction
  /** The name of the assignee, the tag, or the day; empty for none. */
  to: string
}

/** What is still to choose, or to enter. */
interface Unchosen {
  param: string
  problem: string
}

/** The redirect that says so: next to the field if the form was sent in place. */
export function refuse({ param, problem }: Unchosen, to: string): Redirect {
  return {
    to,
    flash: { is_refusal: true, text: problem },
    field_faults: [{ param, code: "required", message: problem }],
  }
}

/** The action that the form asks for. */
export async function readAction(req: PageRequest): Promise<ChosenAction | Unchosen> {
  switch (stepOf(req.form)) {
    case "assign":
      return readAssignment(req)
    case "tag": {
      const tag = inOneLine(trimmedTextOf(req.form, "add_tag")).replace(/\s+/g, " ")
      const [fault] = filingFaults({ file_number: "", tags: [tag] })
      if (fault) return { param: "add_tag", problem: "Use at most 40 characters for a tag, and no comma." }
      if (!tag) return { param: "add_tag", problem: "Enter a tag first." }
      return { action: { kind: "tag", tag }, to: `“${tag}”` }
    }
    case "due": {
      const due_on = trimmedTextOf(req.form, "due_on")
      if (!isCalendarDay(due_on)) return { param: "due_on", problem: "Choose a due day first." }
      return { action: { kind: "due", due_on }, to: shortDayText(due_on, req) }
    }
    case "stage": {
      const typed = trimmedTextOf(req.form, "stage_id")
      const to = stagesOf(req.staff.firm.settings).find(({ id }) => id === typed)
      if (!to && typed !== "none") return { param: "stage_id", problem: "Choose a stage first." }
      return { action: { kind: "stage", stage_id: to?.id ?? null }, to: to ? `“${to.name}”` : "" }
    }
    case "close":
      return { action: { kind: "close" }, to: "" }
    case "remind":
      return { action: { kind: "remind" }, to: "" }
    default:
      return { param: "step", problem: "Choose what to do with the selected matters." }
  }
}

/** The button that was pressed or, after Enter in a field, that of the only field with a value. */
export function stepOf(form: PageRequest["form"]): string {
  const typed = { tag: "add_tag", due: "due_on", stage: "stage_id", assign: "assignee_id" }
  const filled = Object.entries(typed).filter(([, name]) => trimmedTextOf(form, name) !== "")
  return trimmedTextOf(form, "step") || (filled.length === 1 ? (filled[0]?.[0] ?? "") : "")
}

async function readAssignment(req: PageRequest): Promise<ChosenAction | Unchosen> {
  const team = await listTeam(req.tx)
  const typed = trimmedTextOf(req.form, "assignee_id")
  const offered = bulkAssignees(team, req)
  const chosen = pickedIn(offered, typed)?.value
  const isTyped = typed !== "" && offered.length > max_read
  if (!chosen)
    return { param: "assignee_id", problem: isTyped ? notPicked(typed) : "Choose an assignee first." }
  const member = team.find(({ id }) => id === chosen)
  return {
    action: { kind: "assign", assignee_id: member?.id ?? null },
    to: member ? member.name || member.email : "",
  }
}

/** What the action would do to so many matters, as an imperative without a full stop, and what it did, as a sentence. */
export function bulkWords({ action: { kind }, to }: ChosenAction, count: number, mails = 0) {
  const matters = countText(count, "matter")
  const are = `${matters} ${count === 1 ? "is" : "are"}`
  const reminders = countText(mails, "reminder is", "reminders are")
  const words: Record<ListAction["kind"], [request: string, done: string]> = {
    assign: to
      ? [`Assign ${matters} to ${to}`, `${are} assigned to ${to}.`]
      : [`Unassign ${matters}`, `${are} no longer assigned.`],
    tag: [`Add the tag ${to} to ${matters}`, `${are} tagged ${to}.`],
    due: [`Make ${matters} due on ${to}`, `${are} due on ${to}.`],
    stage: to
      ? [`Move ${matters} to ${to}`, `${are} in ${to}.`]
      : [`Take ${matters} out of all stages`, `${are} in no stage.`],
    close: [`Close ${matters}`, `${are} closed.`],
    remind: [`Remind the clients of ${matters}`, `${reminders} on the way for ${matters}.`],
  }
  const [request, done] = words[kind]
  return { request, done }
}

/** What was left out and why, each as a sentence; `names` are those that the member may see, by id. */
export function leftOutWords(left_out: readonly LeftOut[], names: ReadonlyMap<string, string>): string[] {
  return left_out.map(({ why, count, ids }) => {
    const named = ids.flatMap((id) => names.get(id) ?? []).slice(0, max_names)
    const more = count - named.length
    if (named.length === 0) return `Left out, ${why}: ${countText(count, "matter")}.`
    return `Left out, ${why}: ${named.join("; ")}${more > 0 ? ` and ${more} more` : ""}.`
  })
}

const max_names = 5
