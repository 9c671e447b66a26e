// Questions of the kinds with several controls, or none, for tests of their HTML.

import type { Definition, Question } from "../../server/definition/definition.ts"
import { newId } from "../../server/platform/ids.ts"
import { t } from "./definition-parts.ts"
import { type SampleParts, sampleDefinition } from "./sample-intake.ts"

export const place = newId("question")
export const debts = newId("question")
export const deed = newId("question")
export const homepage = newId("question")
export const total = newId("question")
export const largest = newId("question")
export const [lender, amount, since] = [newId("field"), newId("field"), newId("field")]

/** Returns the name of a cell's control in the table of debts. */
export const cell = (row: number, column: string) => `${debts}_r${row}_${column}`

/** The sample questionnaire with an additional section of these kinds. */
export function withKinds(ids: SampleParts): Definition {
  const plain = { required: false, each_client: false, sensitive: false }
  const questions: Question[] = [
    { ...plain, id: place, type: "address", prompt: t("Where is the safe?", "¿Dónde está la caja fuerte?") },
    {
      ...{ ...plain, id: debts, type: "table", prompt: t("Debts", "Deudas") },
      columns: [
        { id: lender, type: "text", prompt: t("Lender", "Acreedor") },
        { id: amount, type: "money", prompt: t("Amount", "Importe") },
        { id: since, type: "date", prompt: t("Since", "Desde") },
      ],
    },
    {
      ...{ ...plain, id: total, type: "computed", prompt: t("Debts in all", "Total de deudas") },
      formula: { kind: "sum", of: [{ question: debts, column: amount }], money: true },
    },
    {
      ...{ ...plain, id: largest, type: "text", prompt: t("Who is owed most?", "¿A quién se le debe más?") },
      condition: { question: total, greater_than: "10000" },
    },
    {
      ...plain,
      id: homepage,
      type: "website",
      prompt: t("Your company’s website", "El sitio web de su empresa"),
    },
    {
      ...plain,
      id: deed,
      type: "file",
      required: true,
      several: true,
      prompt: t("The deed", "La escritura"),
    },
  ]
  const title = t("Safe and debts", "Caja fuerte y deudas")
  const { sections } = sampleDefinition(ids)
  return { sections: [...sections, { id: newId("section"), kind: "questions", title, questions }] }
}
