// What staff decide about what is still to come: when they complete a matter, and at any time later.
import { upperFirst } from "../../../platform/text/upper-first.ts"
import { choice } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { RadioGroup } from "../../../web/ui/components/choice.tsx"
import { matterForm } from "../../matters/console/frame/frame.tsx"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { statusSeen } from "../../matters/console/status/status.tsx"
import { loadMatter } from "../loaded-matter.ts"
import { dropItems, nameOfItem, restoreItems } from "../missing/dropped-items.ts"
import { readReadiness } from "../missing/missing.ts"
import { listLatestItems, type OpenItem, openItemsInWords } from "../missing/open-items.ts"

type Decision = "keep" | "drop"

const options: { value: Decision; label: string; hint: string }[] = [
  { value: "keep", label: "Keep open and remind", hint: "The client can still give it. Reminders name it." },
  { value: "drop", label: "Drop", hint: "It leaves the client’s pages. You can ask for it again." },
]

/** What the matter still waits for. */
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
  const each = open.map((item) => (
    <RadioGroup
      key={nameOfItem(item)}
      id={decisionField(item)}
      label={itemInWords(item)}
      value="keep"
      options={open.length > 1 ? options.map(({ value, label }) => ({ value, label })) : options}
      inline={open.length > 1}
    />
  ))
  return {
    ...matterForm(matter, "Complete the matter"),
    body: (
      <Card>
        <p>The client can then read but no longer change it.</p>
        {open.length > 0 && <h2>Still to come: {open.length}</h2>}
        {open.length > 1 && (
          <ul>
            {open.map((item) => (
              <li key={nameOfItem(item)}>{itemInWords(item)}</li>
            ))}
          </ul>
        )}
        <form method="post" action={`/console/matters/${matter.id}/completion`}>
          <input type="hidden" name="was" value={statusSeen(matter)} />
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="decided" value="yes" />
          {open.length > 1 ? (
            <RadioGroup
              id={decisionField()}
              label={open.length === 2 ? "Both of them" : `All ${open.length} of them`}
              value="keep"
              options={[
                ...options,
                { value: "each", label: "Decide for each", reveal: <div class="stack">{each}</div> },
              ]}
            />
          ) : (
            each
          )}
          <Actions>
            <Button>Complete</Button>
            <LinkButton variant="secondary" href={back}>
              Cancel
            </LinkButton>
          </Actions>
        </form>
      </Card>
    ),
  }
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
        choice<Decision>({
          label: itemInWords(item),
          options,
          value: open.includes(item) ? "keep" : "drop",
        }),
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
