// Completing, closing and reopening a matter: each by one press, with Undo where the step back restores everything.
import { countText } from "../../../../platform/text/count-text.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import { outcomes } from "../../../../web/console/outcomes.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { listCorrections } from "../../../corrections/corrections.ts"
import { droppedIn, readOpen } from "../../../submissions/console/open-items-forms.tsx"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { dropItems, itemNamed, nameOfItem, restoreItems } from "../../../submissions/missing/dropped-items.ts"
import { readReadiness } from "../../../submissions/missing/missing.ts"
import { type OpenItem, openItemsInWords } from "../../../submissions/missing/open-items.ts"
import { type Step, steps } from "../../../submissions/status/steps.ts"
import { lockForEditing } from "../../editing.ts"
import { getMatterRow } from "../../matter-row.ts"
import { requireMatter } from "../frame/require-matter.ts"
import { type StepName, statusSeen, stepWords } from "../status/status.tsx"
import { partOf } from "./parts.tsx"

export const takeStepInPlace =
  (name: StepName) =>
  async (req: PageRequest): Promise<Redirect> => {
    const { tx, parts, form } = req
    const { isDone, act, done }: Step = steps[name]
    const { undo, already } = stepWords[name]
    const { id } = await requireMatter(req)
    const matter = await lockForEditing(tx, id)
    const back = localPath(trimmedTextOf(form, "back"))
    const answer = (flash: Redirect["flash"]) => ({ to: back, part: () => partOf(req, id, back), flash })
    if (isDone(matter)) return answer({ is_refusal: true, text: already })
    if (trimmedTextOf(form, "was") !== statusSeen(matter)) {
      const text =
        "Nothing was changed, because the status has changed since you opened this page. Look at it again."
      return answer({ is_refusal: true, text })
    }
    const open = name === "completion" || name === "closing" ? await readOpen(req, id) : []
    const dropped = name === "completion" ? droppedIn(req, open) : []
    if (!dropped)
      return {
        to: `/console/matters/${id}/completion?${new URLSearchParams({ back })}`,
        flash: { is_refusal: true },
      }
    await act(tx, parts.ring, id)
    await dropItems(tx, id, dropped)
    await restoreItems(tx, id, (form.restored ?? []).map(itemNamed))
    const was = statusSeen(await getMatterRow(tx, id))
    const restored = dropped.map(nameOfItem)
    return answer({
      done,
      text: `${outcomes[done][0]}${name === "completion" ? await openPoints(req, id) : endedPoints(open)}`,
      undo: undo && { action: `/console/matters/${id}/${undo}`, fields: { was, back, restored } },
    })
  }

/** What ends when a matter is closed. */
function endedPoints(open: readonly OpenItem[]): string {
  if (open.length === 0) return ""
  return ` What was still to come has ended with it: ${joinWords(openItemsInWords(open, "en", "firm"), "en")}. Reopening brings it back.`
}

/** What a completed matter lacks, which staff may have overlooked. */
async function openPoints({ tx, parts }: PageRequest, id: string): Promise<string> {
  const [{ missing, open: items }, corrections] = await Promise.all([
    readReadiness(loadMatter(tx, parts.ring, id)),
    listCorrections(tx, id),
  ])
  const open = corrections.filter(({ state }) => state === "open").length
  const points = [
    missing.length > 0 &&
      countText(missing.length, "required thing is missing", "required things are missing"),
    items.length > 0 && `still to come: ${joinWords(openItemsInWords(items, "en", "firm"), "en")}`,
    open > 0 && countText(open, "correction is open", "corrections are open"),
  ].filter(Boolean)
  return points.length > 0 ? ` Note: ${points.join("; ")}.` : ""
}
