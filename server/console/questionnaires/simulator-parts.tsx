import { type FactName, type Facts, factNames } from "../../definition/conditions.ts"
import type { Definition } from "../../definition/definition.ts"
import { findGeneralCategory } from "../../definition/general-categories.ts"
import { categoriesOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { factValue } from "../../definition/visible-parts.ts"
import { conditionalPartsOf } from "../../questionnaires/condition-linter.ts"
import type { Sight } from "../../questionnaires/simulator.ts"
import { Card } from "../../ui/components/card.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import { type Draft, editorUrl } from "./draft.ts"
import { findingsOf } from "./findings.tsx"

const sightWords: Record<Sight, string> = { always: "Always", by_answers: "By answers", never: "Never" }

export function SightTag({ sight, seen = false }: { sight: Sight; seen?: boolean }) {
  const tone = sight === "always" ? "success" : sight === "never" ? "neutral" : "info"
  return <Tag tone={tone}>{seen ? (sight === "always" ? "Shown" : "Hidden") : sightWords[sight]}</Tag>
}

/** What no answers bring up, and what none of the invented clients meets. */
export function NeverSeen({
  draft,
  walks,
}: {
  draft: Draft
  walks: readonly { sight: ReadonlyMap<string, Sight> }[]
}) {
  const unreachable = new Set(
    findingsOf(draft).flatMap(({ code, where }) => (code === "unreachable" ? [where] : [])),
  )
  const unmet = conditionalPartsOf(draft.definition).filter(({ id }) =>
    walks.every(({ sight }) => sight.get(id) === "never"),
  )
  const list = (title: string, lede: string, parts: typeof unmet) =>
    parts.length > 0 && (
      <Card title={`${title} (${parts.length})`}>
        <p>{lede}</p>
        <ul>
          {parts.map(({ id, words }) => (
            <li key={id}>
              <a href={`${editorUrl(draft.row.id, id)}#editor`}>{textIn(words, "en") || "Without words"}</a>
            </li>
          ))}
        </ul>
      </Card>
    )
  return (
    <>
      {list(
        "No answers can reach",
        "The rules of these parts contradict each other. Change them, or remove the parts.",
        unmet.filter(({ id }) => unreachable.has(id)),
      )}
      {list(
        "None of these clients reaches",
        "Other clients may. Check that the rules say what you mean.",
        unmet.filter(({ id }) => !unreachable.has(id)),
      )}
    </>
  )
}

const factWords: Record<FactName, string> = {
  marital_status: "marital status",
  number_of_children: "children",
  has_minor_children: "children under 18",
  client_type: "filled in by",
  has_partner: "partner takes part",
  assets: "listed as owned or owed",
  has_joint_assets: "owned together",
  has_minor_beneficiaries: "beneficiaries under 18",
}

/** Assets as far as they are listed under categories that show. */
export function factsInWords(facts: Facts, definition: Definition, visible: ReadonlySet<string>): string {
  const categories = categoriesOf(definition)
  const said = factNames.map((name) => {
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
    return `${factWords[name]}: ${words || (name === "assets" ? "nothing" : "not known")}`
  })
  return `What is known of this matter: ${said.join("; ")}.`
}
