import { joinWords } from "../../../platform/text/joined-words.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import type { PageRequest } from "../page-request.ts"
import type { Objected, Unsuitable } from "./pickable-people.ts"

/** Says who is missing from a choice and why, and asks about people chosen although they may not serve. */
export function UnsuitablePeople({ req, unsuitable }: { req: PageRequest; unsuitable: Unsuitable }) {
  const words = req.words.people_picker
  const named = (objected: readonly Objected[], objection: Objected["objection"]) =>
    joinWords(
      objected.filter((each) => each.objection === objection).map(({ name }) => name),
      req.lang,
    )
  const { chosen, left_out } = unsuitable
  const doubts = [
    named(chosen, "minor") && words.minor_chosen(named(chosen, "minor")),
    named(chosen, "client") && words.client_chosen(named(chosen, "client")),
  ].filter(Boolean)
  const missing = [
    named(left_out, "minor") && words.minors_left_out(named(left_out, "minor")),
    named(left_out, "client") && words.clients_left_out(named(left_out, "client")),
  ].filter(Boolean)
  return (
    <>
      {doubts.map((sentence) => (
        <Notice key={sentence} tone="warning">
          {sentence}
        </Notice>
      ))}
      {missing.map((sentence) => (
        <p class="field-note" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  )
}
