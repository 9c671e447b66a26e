// What the review's forms do: accept lines, take that back, and ask the client. In place, they return only what changed.

import { badField } from "../../../../platform/errors.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { requireLocked } from "../../../matters/console/frame/require-matter.ts"
import {
  type AcceptableLine,
  type Accepted,
  acceptLines,
  nameOfLine,
  withdrawAcceptance,
} from "../../review/acceptance.ts"
import { ask } from "./ask-form.tsx"
import { AcceptCell } from "./line.tsx"
import { rangeOf, searchOf, versionOf } from "./versions.tsx"

/** What the button sends that acknowledges a change which was undone. */
export const changedBack = "changes"

export async function actOnReview(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form } = req
  const { id } = await requireLocked(req)
  const version = versionOf(req)
  const page = `/console/matters/${id}/review${searchOf(version)}`
  const [accept, withdraw] = [trimmedTextOf(form, "accept"), trimmedTextOf(form, "withdraw")]
  if (withdraw !== "") {
    const lines = await withdrawAcceptance(tx, parts.ring, id, timeOf(withdraw))
    return { to: page, flash: { done: "lines_withdrawn" }, part: async () => cellsOf(req, lines, undefined) }
  }
  if (accept === "") return ask(req, id)
  const [line_id = "", ...names] = accept.split(" ")
  const lines = await acceptLines(tx, parts.ring, id, names, rangeOf(version))
  if (lines.length === 0 && line_id !== changedBack) {
    const message = "This has changed since you opened the page. Check the current version."
    throw badField("main", "out_of_date", message)
  }
  const accepted = { by: req.staff.name || req.staff.email, at: tx.now }
  const undo = { action: page, fields: { withdraw: String(tx.now.getTime()) } }
  return {
    to: `${page}#${line_id}`,
    flash: { done: "lines_accepted", undo },
    part: async () => cellsOf(req, lines, accepted),
  }
}

/** The time that "Undo" sends; one that never was if it is something else. */
function timeOf(text: string): Date {
  return new Date(/^\d{1,14}$/.test(text) ? Number(text) : 0)
}

/** The cells that accepting these lines changes; those that this page does not show are left out by the browser. */
function cellsOf(req: PageRequest, lines: readonly AcceptableLine[], accepted: Accepted | undefined) {
  const context = { req, may: { accept: true, ask: true, edit: true }, why_not: "" }
  return lines.map((line) => {
    const acceptance = { mark: line.mark, name: nameOfLine(line, line.mark), accepted }
    return (
      <AcceptCell
        key={line.mark}
        line={{ id: lineIdOf(line), title: line.label, acceptance }}
        context={context}
      />
    )
  })
}

/** The id of the line that shows it: a change has one of its own, next to that of its record. */
function lineIdOf({ kind, mark, record_key }: AcceptableLine): string {
  if (kind !== "record") return `${kind}-${mark}`
  const [part, id = "", about = ""] = record_key.split(" ")
  return part === "roles" || about ? `${id}-${about}` : id
}
