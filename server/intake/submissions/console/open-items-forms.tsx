// What staff decide about what is still to come: when they complete a matter, and at any time later.
import { upperFirst } from "../../../platform/text/upper-first.ts"
import { choice } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { viewOf } from "../../../web/console/forms/form-page.tsx"
import { hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { localPath, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { IfPermitted } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { type MatterDetails, matterForm } from "../../matters/console/frame/frame.tsx"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { statusSeen } from "../../matters/console/status/status.tsx"
import { loadMatter } from "../loaded-matter.ts"
import { dropItems, nameOfItem, restoreItems } from "../missing/dropped-items.ts"
import { readReadiness } from "../missing/missing.ts"
import {
  arrivalsInWords,
  listLatestItems,
  type OpenItem,
  type OpenItemState,
  openItemsInWords,
  type SubmittedOpenItem,
} from "../missing/open-items.ts"

type Decision = "keep" | "drop"

const options: { value: Decision; label: string; hint: string }[] = [
  { value: "keep", label: "Keep open and remind", hint: "The client can still give it. Reminders name it." },
  { value: "drop", label: "Drop", hint: "It leaves the client’s pages. You can ask for it again." },
]

export async function readOpen({ tx, parts }: PageRequest, matter_id: string): Promise<OpenItem[]> {
  return (await readReadiness(loadMatter(tx, parts.ring, matter_id))).open
}

const itemInWords = (item: OpenItem) => openItemsInWords([item], "en", "firm").map(upperFirst).join()

/** A field of the completion form: the decision about all items, or about one. */
const decisionField = (item?: OpenItem) => `decision.${item ? nameOfItem(item) : "all"}`

/** The page that asks, before a matter is completed, what becomes of each thing still to come. */
export async function completionPage(req: PageRequest): Promise<View> {
  const matter = await requireMatter(req)
  const open = await readOpen(req, matter.id)
  const back = req.query.back ? localPath(req.query.back) : `/console/matters/${matter.id}`
  const isOne = open.length < 2
  const choices = isOne ? options : options.map(({ value, label }) => ({ value, label }))
  const each = Object.fromEntries(
    open.map((item) => [
      decisionField(item),
      choice({ label: itemInWords(item), options: choices, value: "keep", inline: !isOne }),
    ]),
  )
  const label = open.length === 2 ? "Both of them" : `All ${open.length} of them`
  const forEach = { value: "each", label: "Decide for each", reveal: each }
  return viewOf({
    ...matterForm(matter, "Complete the matter"),
    text: ["The client can then read but no longer change it."],
    intro: open.length > 0 && (
      <>
        <h2>Still to come: {open.length}</h2>
        {!isOne && <List items={open.map(itemInWords)} />}
      </>
    ),
    fields: {
      ...{ was: hidden(statusSeen(matter)), back: hidden(back), decided: hidden("yes") },
      ...(!isOne && {
        [decisionField()]: choice({ label, options: [...options, forEach], value: "keep" }),
      }),
      ...each,
    },
    attributes: { action: `/console/matters/${matter.id}/completion` },
    submit: "Complete",
    cancel: back,
  })
}

/** The items that the completion form drops; undefined if someone must decide first. */
export function droppedIn({ form }: PageRequest, open: readonly OpenItem[]): OpenItem[] | undefined {
  if (open.length > 0 && trimmedTextOf(form, "decided") === "") return undefined
  const of_all = open.length > 1 ? trimmedTextOf(form, decisionField()) || "each" : "each"
  return open.filter(
    (item) => (of_all === "each" ? trimmedTextOf(form, decisionField(item)) : of_all) === "drop",
  )
}

/** Drops what is still to come, or asks again for what was dropped. */
export const openItemsForm = form({
  edits: true,
  open: async (req) => {
    const matter = await requireMatter(req)
    const [open, latest] = await Promise.all([readOpen(req, matter.id), listLatestItems(req.tx, matter.id)])
    const dropped = latest.filter(({ state }) => state === "dropped")
    const items = matter.close_date === null ? [...open, ...dropped] : []
    const fields = Object.fromEntries(
      items.map((item) => [
        nameOfItem(item),
        choice<Decision>({ label: itemInWords(item), options, value: open.includes(item) ? "keep" : "drop" }),
      ]),
    )
    return {
      ...matterForm(matter, "What is still to come"),
      fields,
      obstacle:
        items.length === 0 ? { title: "Nothing is still to come.", link: "Back to the matter" } : undefined,
      record: { matter_id: matter.id, open, dropped },
      submit: "Save",
    }
  },
  save: async ({ tx }, values, { matter_id, open, dropped }) => {
    const decided = (decision: Decision) => (item: OpenItem) => values[nameOfItem(item)] === decision
    await dropItems(tx, matter_id, open.filter(decided("drop")))
    await restoreItems(tx, matter_id, dropped.filter(decided("keep")))
    return { done: "open_items_changed" }
  },
})

function openItemsUrl(matter_id: string): string {
  return `/console/matters/${matter_id}/open-items`
}

/** What is still to come although the client is finished, and what the firm dropped; null for neither. */
export async function openItemsCard(req: PageRequest, matter: MatterDetails, open: readonly string[]) {
  if (matter.state === "created" || matter.state === "closed") return null
  const dropped = (await listLatestItems(req.tx, matter.id)).filter(({ state }) => state === "dropped")
  if (open.length + dropped.length === 0) return null
  const url = openItemsUrl(matter.id)
  return (
    <Card
      title={`Still to come: ${open.length}`}
      id="open"
      actions={
        matter.state !== "started" && (
          <IfPermitted href={url}>
            <a href={url}>Keep or drop</a>
          </IfPermitted>
        )
      }
    >
      <p class="hint">
        {matter.state === "started" && "The client can submit without it. "}
        Each line disappears once it arrives.
      </p>
      <List items={open.map(upperFirst)} />
      {dropped.length > 0 && (
        <>
          <h3>No longer needed</h3>
          <OpenItems items={dropped} req={req} />
        </>
      )}
    </Card>
  )
}

const ends: Record<OpenItemState, string> = {
  open: "",
  received: "received",
  unavailable: "the client does not have it,",
  dropped: "dropped",
  withdrawn: "closed",
  ended: "ended when the matter was closed",
}

/** What a submission was accepted with, and what became of each item. */
export function OpenItems({ items, req }: { items: readonly SubmittedOpenItem[]; req: PageRequest }) {
  return (
    <List
      class="plain-list"
      items={items.map((item) => (
        <>
          {(item.state === "open" ? openItemsInWords : arrivalsInWords)([item], "en", "firm").map(upperFirst)}
          {item.state !== "open" && (
            <span class="cell-note">
              , {ends[item.state]} {item.closed_at && <When at={item.closed_at} req={req} in_text />}
            </span>
          )}
        </>
      ))}
    />
  )
}
