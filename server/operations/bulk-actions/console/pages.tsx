import type { ComponentChildren } from "preact"
import { viewOf } from "../../../web/console/forms/form-page.tsx"
import type { View } from "../../../web/console/view.tsx"
import { HiddenFields, type HiddenValues } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { List } from "../../../web/ui/components/list.tsx"

export const crumbs = [{ text: "Matters", href: "/console/matters" }]

export interface ConfirmedMatter {
  id: string
  name: string
  /** What its clients are told. */
  lines?: readonly string[]
}

interface Confirmation extends Pick<View, "banner"> {
  question: string
  sentences: readonly ComponentChildren[]
  button: string
  /** The URL that receives the confirmed form, and what it sends along. */
  action: string
  fields?: HiddenValues
  matters?: readonly ConfirmedMatter[]
  back: string
}

/** Asks for confirmation: shows what the action would change. */
export function confirmPage(request: Confirmation): View {
  const { question, sentences, button, action, fields, matters = [], back } = request
  return viewOf({
    title: question,
    breadcrumbs: crumbs,
    banner: request.banner,
    attributes: { action },
    submit: button,
    cancel: back,
    layout: () => (
      <>
        <HiddenFields values={{ ...fields, back, matter: matters.map(({ id }) => id) }} />
        <Card>
          {sentences.map((sentence, index) => (
            <p key={index}>{sentence}</p>
          ))}
          <List
            items={matters.map(({ id, name, lines = [] }) => (
              <>
                <a href={`/console/matters/${id}`}>{name}</a>
                <List items={lines} />
              </>
            ))}
          />
        </Card>
      </>
    ),
  })
}
