import type { MatterOverview } from "../../../intake/matters/list/list.ts"
import { viewOf } from "../../../web/console/forms/form-page.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { matterCount, type Skipped } from "./outcome.tsx"

/** The path from the list to the pages of its bulk actions. */
export const crumbs = [{ text: "Matters", href: "/console/matters" }]

interface Confirmation {
  question: string
  sentences: readonly string[]
  button: string
  /** The URL that receives the confirmed form. */
  action: string
  matters: readonly MatterOverview[]
  /** Lines to show below each matter, by id. */
  notes?: ReadonlyMap<string, readonly string[]>
  skipped: readonly Skipped[]
  back: string
}

/** Asks for confirmation: shows which matters the action would change, and which it leaves out. */
export function confirmPage(request: Confirmation): View {
  const { question, sentences, button, action, matters, notes, skipped, back } = request
  return viewOf({
    title: question,
    breadcrumbs: crumbs,
    attributes: { action },
    submit: button,
    cancel: back,
    layout: () => (
      <>
        <input type="hidden" name="back" value={back} />
        <Card>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <ul>
            {matters.map(({ id, name }) => (
              <li key={id}>
                <input type="hidden" name="matter" value={id} />
                <a href={`/console/matters/${id}`}>{name}</a>
                <Notes lines={notes?.get(id) ?? []} />
              </li>
            ))}
          </ul>
        </Card>
        {skipped.length > 0 && (
          <Card title={`Left out: ${matterCount(skipped.length)}`}>
            <ul>
              {skipped.map(({ name, why }, index) => (
                <li key={`${index}-${name}`}>
                  {name} <span class="cell-note">({why})</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </>
    ),
  })
}

function Notes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** For a member who opens the address without selecting matters. */
export function noSelectionPage(): View {
  return {
    title: "No matters selected",
    breadcrumbs: crumbs,
    body: (
      <EmptyState
        title="Start in the list"
        icon="list"
        action={<LinkButton href="/console/matters">Go to matters</LinkButton>}
      >
        Select matters in the list, then choose what to do with them.
      </EmptyState>
    ),
  }
}
