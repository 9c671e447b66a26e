import type { Calendar } from "../../calendar.ts"
import type { Given } from "../../story.ts"
import { asset, inTurn } from "../../writing.ts"
import type { Household } from "./household.ts"
import { fullStreet, identityOf, peopleOf, trustedIn } from "./people.ts"

/** An estate plan: the people first, then all that has to be there to send it in. */
export function planOf(household: Household, calendar: Calendar): [Given, Given] {
  const { partner, children = [], status, age, last } = household
  const each = partner ? (["main", "partner"] as const) : (["main"] as const)
  const isAnyMinor = children.some((child) => child.age < 18)
  const [trusted] = trustedIn(household)
  const rest: Given = {
    answers: {
      ...Object.fromEntries(
        each.flatMap((who) => [
          [`question_citizenship:${who}`, "us"],
          [`question_former_marriage:${who}`, who === "main" && status === "divorced"],
        ]),
      ),
      ...(status === "married" && {
        question_wedding_date: calendar.yearsAgo(Math.min(age - 26, 30), "05-20"),
      }),
      ...(children.length > 0 && {
        question_minor_children: isAnyMinor,
        question_special_needs: false,
        question_equal_shares: "equal",
      }),
      ...(isAnyMinor && { question_inherit_age: "25" }),
      question_concerns: ["family", "probate"],
      question_earlier_plan: false,
      question_meeting: "office",
    },
    roles: [
      ...each.flatMap((who) =>
        ["role_executor", "role_financial_agent", "role_health_agent"].map((role) => {
          const other = who === "main" ? "partner" : "main"
          return partner ? inTurn(role, who, other, trusted) : inTurn(role, who, trusted)
        }),
      ),
      ...(isAnyMinor ? [{ role: "role_guardian", levels: [[trusted]] }] : []),
    ],
    assets: {
      house: asset("real_estate", fullStreet(household), partner ? "joint" : "main", {
        credit_value: String(310_000 + age * 3_500),
        debit_value: String(Math.max(0, 65 - age) * 9_200),
        fields: { field_use: "home" },
      }),
      savings: asset("bank", "Potomac Mutual, savings", "main", {
        credit_value: String(8_000 + age * 410),
        fields: { field_account_kind: "savings" },
        beneficiaries: [[trusted, "100"]],
      }),
    },
    files: [identityOf("request_identity", `${household.first} ${last}`)],
  }
  return [peopleOf(household, calendar), rest]
}
