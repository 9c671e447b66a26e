import type { Calendar } from "../../calendar.ts"
import { pdf } from "../../sample_documents.ts"
import type { Given } from "../../story.ts"
import { file } from "../../writing.ts"
import type { Household } from "./household.ts"
import { identityOf, peopleOf } from "./people.ts"

/** A tax return: who files, then income, deductions and forms. */
export function returnOf(household: Household, calendar: Calendar): [Given, Given] {
  const { partner, children = [], age } = household
  const each = partner ? (["main", "partner"] as const) : (["main"] as const)
  const rest: Given = {
    answers: {
      question_filing_status: partner ? "joint" : "single",
      ...Object.fromEntries(
        each.flatMap((who, index) => [
          [`question_ssn:${who}`, `987-65-43${26 + index}`],
          [`question_occupation:${who}`, index === 0 ? "Engineer" : "Nurse"],
          [`question_claimed:${who}`, false],
        ]),
      ),
      question_moved: false,
      ...(children.length > 0 && { question_child_care: "14200" }),
      question_income: ["wages", "interest"],
      question_foreign_accounts: false,
      question_charity: "1200",
      question_homeowner: age > 35,
      question_marketplace: false,
      question_estimated: false,
      question_refund: "deposit",
      question_bank_account: "021000000 / 000123456789",
    },
    files: [
      file("request_w2", `W-2 for ${calendar.year - 1}.pdf`, () =>
        pdf("Form W-2, Wage and Tax Statement", "Employer", [`Wages ${calendar.year - 1}: $84,300.`]),
      ),
      file("request_1099", `1099-INT for ${calendar.year - 1}.pdf`, () =>
        pdf("Form 1099-INT", "Potomac Mutual", ["Interest income: $412.60."]),
      ),
      identityOf("request_identity", household.first),
    ],
  }
  return [peopleOf(household, calendar), rest]
}
