import { type FactName, type Facts, factNames } from "../../../../definition/conditions/conditions.ts"
import { factValue } from "../../../../definition/conditions/visible-parts.ts"
import type { Definition } from "../../../../definition/definition.ts"
import { findGeneralCategory } from "../../../../definition/general-categories.ts"
import { categoriesOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Tag, type Tone } from "../../../../web/ui/components/tag.tsx"
import { conditionalPartsOf } from "../../editing/conditional-parts.ts"
import type { Visibility } from "../../linting/simulator.ts"
import { type Draft, editorUrl } from "../builder/draft.ts"
import { findingsOf } from "../builder/findings.tsx"

const visibilityTags: Record<Visibility, { label: string; tone: Tone }> = {
  always: { label: "Always", tone: "success" },
  by_answers: { label: "Sometimes", tone: "info" },
  never: { label: "Never", tone: "neutral" },
}

export function VisibilityTag({ visibility }: { visibility: Visibility }) {
  const { label, tone } = visibilityTags[visibility]
  return <Tag tone={tone}>{label}</Tag>
}

/** Lists the parts that no client can see, and those that only the personas cannot see. */
export function HiddenParts({
  draft,
  simulations,
}: {
  draft: Draft
  simulations: readonly { visibility: ReadonlyMap<string, Visibility> }[]
}) {
  const unreachable = new Set(
    findingsOf(draft).flatMap(({ code, where }) => (code === "unreachable" ? [where] : [])),
  )
  const hidden = conditionalPartsOf(draft.definition).filter(({ id }) =>
    simulations.every(({ visibility }) => visibility.get(id) === "never"),
  )
  const list = (title: string, lede: string, parts: typeof hidden) =>
    parts.length > 0 && (
      <Card title={`${title} (${parts.length})`}>
        <p>{lede}</p>
        <ul>
          {parts.map(({ id, words }) => (
            <li key={id}>
              <a href={`${editorUrl(draft.row.id, id)}#editor`}>{textIn(words, "en") || "(no text)"}</a>
            </li>
          ))}
        </ul>
      </Card>
    )
  return (
    <>
      {list(
        "Never shown to anyone",
        "The rules of these parts contradict each other. Change them, or remove the parts.",
        hidden.filter(({ id }) => unreachable.has(id)),
      )}
      {list(
        "Not shown to any of these clients",
        "Other clients might see them. Check that the rules say what you mean.",
        hidden.filter(({ id }) => !unreachable.has(id)),
      )}
    </>
  )
}

const factLabels: Record<FactName, string> = {
  marital_status: "marital status",
  number_of_children: "children",
  has_minor_children: "children under 18",
  client_type: "filled in by",
  has_partner: "has a partner",
  assets: "assets and debts listed",
  has_joint_assets: "joint ownership",
  has_minor_beneficiaries: "beneficiaries under 18",
}

/** Lists the facts of a matter. Asset facts cover only assets in visible categories. */
export function factsText(facts: Facts, definition: Definition, visible: ReadonlySet<string>): string {
  const categories = categoriesOf(definition)
  const labeled = factNames.map((name) => {
    const value = factValue(facts, name, categories, visible)
    const words =
      typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : [value ?? []]
            .flat()
            .map((each) => findGeneralCategory(String(each))?.label ?? String(each).replaceAll("_", " "))
            .join(", ")
    return `${factLabels[name]}: ${words || (name === "assets" ? "none" : "unknown")}`
  })
  return `Facts of this matter: ${labeled.join("; ")}.`
}
