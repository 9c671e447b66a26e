// The marital status of a line's client, in the words of other programs. Pure.
import { endsCouple, type MaritalStatus } from "../../definition/people/marital-status.ts"
import type { Line } from "./table/cells.ts"

const words: readonly (readonly [MaritalStatus, RegExp])[] = [
  ["single", /^(?:s|single|never married|unmarried|ledig|solter[oa])$/i],
  ["married", /^(?:m|married|verheiratet|casad[oa])$/i],
  [
    "life_partner",
    /^(?:(?:domestic|life|civil) partner(?:s|ship)?|civil union|partnered|verpartnert|pareja de hecho)$/i,
  ],
  ["divorced", /^(?:d|div\.?|divorced|geschieden|divorciad[oa])$/i],
  ["widowed", /^(?:w|widow(?:ed|er)?|verwitwet|viud[oa])$/i],
  ["separated", /^(?:sep\.?|separated|legally separated|getrennt(?: lebend)?|separad[oa])$/i],
]

/** Empty if the line has none, or one that Foyer does not know or that its spouse contradicts, which is asked about. */
export function maritalStatusOf(line: Line, { has_partner }: { has_partner: boolean }): MaritalStatus | "" {
  const typed = line.text("marital_status").slice(0, 60)
  if (/^(?:|unknown|other|prefer not to say|n\/?a)$/i.test(typed)) return ""
  const [status] = words.find(([, pattern]) => pattern.test(typed)) ?? []
  if (!status) {
    line.question(
      "marital_status",
      `“${typed}” is no marital status that Foyer has. It is left out, and the client is asked.`,
    )
    return ""
  }
  if (!has_partner || !endsCouple(status)) return status
  line.question(
    "marital_status",
    `“${typed}”, and yet the line has a spouse, who is imported. The marital status is left out.`,
  )
  return ""
}
