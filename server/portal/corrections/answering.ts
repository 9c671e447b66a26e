import { getCorrection, markLookedAt } from "../../corrections/corrections.ts"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect } from "../view.tsx"
import { askedThing } from "./asked.ts"

/** The client says on the list that something was looked at. */
export async function answerCorrection(
  { tx, matter }: PageRequest,
  { params }: RoutedRequest,
): Promise<Redirect> {
  await markLookedAt(tx, matter.id, params.correction_id ?? "")
  return { to: "/portal#asked" }
}

/** To where something asked is changed; to the list where it is over, or nothing asks for it any more. */
export async function goToCorrection(req: PageRequest, { params }: RoutedRequest): Promise<Redirect> {
  const correction = await getCorrection(req.tx, req.matter.id, params.correction_id ?? "")
  const isAsked = correction.state === "open" || correction.state === "answered"
  return { to: (isAsked && (await askedThing(req, correction)).href) || "/portal" }
}
