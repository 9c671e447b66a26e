import type { Definition } from "../../../../definition/definition.ts"
import { categoriesOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { fieldAnswerInWords } from "../../../assets/asset-values.ts"
import { moneyText, staffStyle } from "../../../assets/console/money.ts"
import { describeFieldAnswer } from "../../../assets/described.ts"
import { percent } from "../../../assets/totals.ts"
import type { Json } from "../../changes/changes.ts"

/** The new value of an asset field as staff read it; undefined for fields without a format of their own. */
export function describeAssetValue(
  field: string,
  value: Json,
  definition: Definition,
  people: Record<string, string>,
): string | undefined {
  if (field === "beneficiaries") return isBeneficiaries(value) ? describeShares(value, people) : undefined
  if (typeof value !== "string" || value === "") return undefined
  if (field === "credit_value" || field === "debit_value") return moneyText(value)
  const categories = categoriesOf(definition)
  if (field === "for_fin_category") return textIn(categories.find(({ id }) => id === value)?.title, "en")
  const further = categories
    .flatMap(({ additional_fields }) => additional_fields)
    .find(({ id }) => id === field)
  return further && describeFieldAnswer(further, fieldAnswerInWords(further, value), staffStyle)
}

interface Share {
  contact: string
  share: string
  level: string
}

function isBeneficiaries(value: Json): value is Json & Share[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isShare(one))
}

function isShare(value: Json): boolean {
  return typeof value === "object" && value !== null && "contact" in value && "share" in value
}

/** `Elena Ruiz 100%, else Ana Ruiz 50%, Luis Ruiz 50%`. */
function describeShares(shares: readonly Share[], people: Record<string, string>): string {
  return (["primary", "contingent"] as const)
    .map((level) =>
      shares
        .filter((one) => one.level === level)
        .map(({ contact, share }) => `${people[contact] ?? "Someone"} ${percent(share)}`)
        .join(", "),
    )
    .filter(Boolean)
    .join(", else ")
}
