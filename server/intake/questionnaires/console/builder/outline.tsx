import type { ComponentChildren } from "preact"
import { conditionSentence } from "../../../../definition/conditions/condition-sentences.ts"
import type { Condition } from "../../../../definition/conditions/conditions.ts"
import type { Definition, FieldRules, Question, Section } from "../../../../definition/definition.ts"
import { kinds } from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { upperFirst } from "../../../../platform/text/upper-first.ts"
import { Notice } from "../../../../web/ui/components/banner.tsx"
import { Card, SummaryList, type SummaryRow } from "../../../../web/ui/components/card.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { fieldLabel } from "../../../submissions/missing/missing-sentences.ts"

export const kindWords: Record<Section["kind"], string> = {
  clients: "Clients",
  people: "People",
  roles: "Roles",
  assets: "Assets",
  documents: "Documents",
  questions: "Questions",
}

const en = (text: Parameters<typeof textIn>[0]) => textIn(text, "en")

export function Outline({ definition }: { definition: Definition }) {
  return (
    <>
      {definition.sections.map((section, index) => {
        const rows = rowsOf(section, definition)
        return (
          <Card
            key={section.id}
            title={`${index + 1}. ${en(section.title)}`}
            actions={<Tag>{kindWords[section.kind]}</Tag>}
            flush
          >
            {(section.instructions || section.condition) && (
              <div class="card-note stack">
                {section.instructions && <p>{en(section.instructions)}</p>}
                {section.condition && <Notice>{conditionSentence(section.condition, definition)}</Notice>}
              </div>
            )}
            {rows.length > 0 && <SummaryList rows={rows} />}
          </Card>
        )
      })}
    </>
  )
}

export function rowsOf(section: Section, definition: Definition): SummaryRow[] {
  switch (section.kind) {
    case "clients":
      return [
        { key: "Asked of each client", value: fieldsInWords(section.fields) },
        ...(section.representative_fields
          ? [{ key: "Asked of the representative", value: fieldsInWords(section.representative_fields) }]
          : []),
        { key: "A second client", value: section.with_partner ? "Allowed" : "Not allowed" },
      ]
    case "people":
      return section.groups
        .filter(({ included }) => included)
        .map(({ group, prompt, fields }) => ({ key: en(prompt) || group, value: fieldsInWords(fields) }))
    case "roles":
      return section.roles.map(({ id, role_description, split, levels, several, active, required }) => ({
        id,
        key: en(role_description),
        value: (
          <Facts
            facts={[
              split && "asked of each client",
              levels > 1 ? `first choice and up to ${levels - 1} after` : "one choice",
              several && "several can serve together",
            ]}
            tags={[required && "Required", !active && "Inactive"]}
          />
        ),
      }))
    case "assets":
      return section.categories
        .toSorted((a, b) => a.order - b.order)
        .map((category) => ({
          id: category.id,
          key: en(category.title),
          value: (
            <Facts
              facts={[
                category.ask_credit_value && "value",
                category.ask_debit_value && "debt",
                category.ask_beneficiaries && "beneficiaries",
                ...category.additional_fields.map(({ prompt }) => en(prompt)),
              ]}
              tags={[!category.active && "Not active"]}
            />
          ),
        }))
    case "documents":
      return section.requests.map(({ id, label, required, several, condition }) => ({
        id,
        key: en(label),
        value: (
          <Facts
            facts={[several ? "several files" : "one file"]}
            tags={[required && "Required"]}
            condition={condition}
            definition={definition}
          />
        ),
      }))
    case "questions":
      return section.questions.map(
        ({ id, prompt, type, options, columns, required, each_client, sensitive, condition }) => ({
          id,
          key: en(prompt),
          value: (
            <Facts
              facts={[
                [kinds[type].label, partsInWords(options, columns)].filter(Boolean).join(": "),
                each_client && "asked of each client",
              ]}
              tags={[required && "Required", sensitive && "Sensitive"]}
              condition={condition}
              definition={definition}
            />
          ),
        }),
      )
    default:
      return section satisfies never
  }
}

function partsInWords(options: Question["options"] = [], columns: Question["columns"] = []): string {
  return [...options.map(({ label }) => en(label)), ...columns.map(({ prompt }) => en(prompt))].join("; ")
}

function fieldsInWords(fields: FieldRules): string {
  const included = Object.entries(fields).map(([field, how]) => {
    const label = fieldLabel(field as keyof FieldRules, "en").toLowerCase()
    return how === "required" ? `${label} (required)` : label
  })
  return ["Name", ...included.filter((label) => !/^(first|last) name/.test(label))].join(", ")
}

interface FactsProps {
  facts: (string | false)[]
  tags: (string | false | undefined)[]
  condition?: Condition | undefined
  definition?: Definition
}

function Facts({ facts, tags, condition, definition }: FactsProps): ComponentChildren {
  const shown = tags.filter((tag) => typeof tag === "string")
  return (
    <>
      {facts
        .filter((fact) => fact !== false)
        .map(upperFirst)
        .join(" · ")}
      {shown.map((tag) => (
        <span key={tag}>
          {" "}
          <Tag tone={tag === "Required" ? "accent" : tag === "Sensitive" ? "warning" : "neutral"}>{tag}</Tag>
        </span>
      ))}
      {condition && definition && (
        <span class="cell-note cell-line">{conditionSentence(condition, definition)}</span>
      )}
    </>
  )
}
