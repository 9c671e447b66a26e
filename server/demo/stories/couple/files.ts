import type { Calendar } from "../../calendar.ts"
import { pdf, photo } from "../../sample_documents.ts"
import type { FileGiven } from "../../story.ts"
import { file } from "../../writing.ts"

export const hers = (calendar: Calendar): FileGiven[] => [
  file("request_identity", "Passport Siobhán.png", () => photo([38, 58, 104])),
  file("request_earlier_plan", `Wills ${calendar.year - 14}.pdf`, () =>
    pdf("Last Will and Testament", "Prepared for the O’Neil household", [
      "We leave everything to each other and, if neither of us survives, to our children in equal shares.",
      "Bríd O’Neil shall serve as executor. This will was signed before two witnesses.",
    ]),
  ),
  file("request_tax_return", `Form 1040 for ${calendar.year - 2}.pdf`, () =>
    pdf("U.S. Individual Income Tax Return", "Raman CPA", [
      "Filing status: married filing jointly. Dependents: 3.",
      "Adjusted gross income: $214,380. Refund: $1,902.",
    ]),
  ),
  file("house", "Deed Larkspur Lane.pdf", () =>
    pdf("General Warranty Deed", "City of Alexandria, Land Records", [
      "Conveys 418 Larkspur Lane to the grantees as tenants by the entirety with right of survivorship.",
      `Recorded in ${calendar.year - 11}, instrument 0416-22071.`,
    ]),
  ),
  file("brokerage", "Statement Tidewater.pdf", () =>
    pdf("Account Statement", "Tidewater Wealth", [
      "Joint account ending 3308. Value at the end of the quarter: $274,915.36.",
      "Equities 61%, bonds 31%, cash 8%. No transfer on death registered.",
    ]),
  ),
  file("plan401k", "401k beneficiaries.pdf", () =>
    pdf("Beneficiary Designation", "Meridian Health Systems 401(k) Plan", [
      "Primary: spouse, 100%.",
      "Contingent: children of the participant, in equal shares.",
    ]),
  ),
]

export const his = (calendar: Calendar): FileGiven[] => [
  file("request_identity", "Green card Andrei.png", () => photo([44, 96, 72])),
  file("request_divorce", "Decree and settlement.pdf", () =>
    pdf("Decree of Divorce", "Circuit Court", [
      `Entered ${calendar.year - 19}. The marriage is dissolved; the settlement of the parties is made part of this decree.`,
      "Paragraph 9: life insurance of $100,000 for the benefit of the minor child until age 26.",
    ]),
  ),
  file("workshop", "Operating agreement.pdf", () =>
    pdf("Operating Agreement", "Fine Woodworking LLC", [
      "Members: 80% and 20%. Transfer of a member’s interest requires the consent of the other.",
    ]),
  ),
  file("whole_life", "Policy W-33902.pdf", () =>
    pdf("Whole Life Policy", "Old Dominion Mutual", [
      "Death benefit $200,000. Policy loan outstanding: $5,200.",
      "Cash value: $27,800.",
    ]),
  ),
]
