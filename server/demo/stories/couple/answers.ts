import type { Calendar } from "../../calendar.ts"
import type { Given, RoleGiven } from "../../story.ts"
import { inTurn } from "../../writing.ts"

export const situation = (calendar: Calendar): Given["answers"] => ({
  "question_citizenship:main": "us",
  "question_ssn:main": "987-65-4321",
  "question_occupation:main": "Hospital pharmacist",
  "question_military:main": false,
  question_wedding_date: calendar.yearsAgo(17, "06-14"),
  question_wedding_place: "Virginia",
  question_prenup: false,
  "question_former_marriage:main": false,
  question_emergency: "declan",
  question_minor_children: true,
  question_inherit_age: "25",
  question_joint_children: false,
  question_special_needs: true,
  question_special_needs_detail:
    "Cormac is autistic. He goes to a mainstream school with an aide and will probably need support as an adult. He receives no benefits so far; we are told he may qualify for SSI at 18.",
  question_equal_shares: "unequal",
  question_unequal_detail:
    "Luca had his studies paid for by his mother’s family. The three younger ones should share equally, with Cormac’s part in a trust.",
})

export const hisSituation: Given["answers"] = {
  "question_citizenship:partner": "resident",
  "question_citizenship_country:partner": "Romania",
  "question_ssn:partner": "987-65-4322",
  "question_occupation:partner": "Cabinetmaker, owns a workshop",
  "question_military:partner": true,
  "question_former_marriage:partner": true,
  "question_former_marriage_duties:partner":
    "Child support for Luca ended when he finished college. The decree asks me to keep $100,000 of life insurance for him until he is 26.",
}

export const wishes = (calendar: Calendar): Given["answers"] => ({
  question_concerns: ["family", "probate", "business", "charity"],
  question_earlier_plan: true,
  question_earlier_plan_date: calendar.yearsAgo(14, "02-20"),
  question_earlier_plan_keeper: "main",
  question_gifts: true,
  question_gifts_detail:
    "My grandmother’s ring to Ioana.\nAndrei’s hand tools to Luca.\nThe books to whoever wants them.",
  question_charity: true,
  question_charity_amount: "15000",
  question_left_out: false,
  question_pets: true,
  question_pets_detail: "Two cats, Biscuit and Domnul Pisică. Ruxandra would take them.",
})

export const health: Given["answers"] = {
  "question_life_support:main": "comfort",
  "question_organs:main": "all",
  "question_remains:main": "cremation",
  "question_faith:main": "No last rites, please. Music is welcome.",
}

export const hisHealth: Given["answers"] = {
  "question_life_support:partner": "agent",
  "question_organs:partner": "transplant",
  "question_remains:partner": "burial",
  "question_faith:partner": "Romanian Orthodox; call Father Ilie in Alexandria.",
  question_business_successor: "luca",
  question_business_email: "priya@raman-cpa.example",
  question_business_plan:
    "Luca may want to run it one day. If not, sell the machines to Pete, who holds the other 20 percent.",
}

export const closing: Given["answers"] = {
  question_meeting: "video",
  question_anything_else: "Thursdays after 4 pm suit both of us.",
}

export const hers: RoleGiven[] = [
  inTurn("role_executor", "main", "partner", "declan", "mei"),
  inTurn("role_financial_agent", "main", "partner", "declan"),
  inTurn("role_health_agent", "main", "partner", "mei"),
  inTurn("role_remains_agent", "main", "partner"),
  { role: "role_successor_trustee", levels: [["declan", "ruxandra"], ["hanh"]] },
  { role: "role_guardian", levels: [["declan", "mei"], ["ruxandra"]] },
  { role: "role_children_trustee", levels: [["ruxandra"], ["declan"]] },
]

export const his: RoleGiven[] = [
  inTurn("role_executor", "partner", "main", "ruxandra"),
  inTurn("role_financial_agent", "partner", "main", "ruxandra", "luca"),
  inTurn("role_health_agent", "partner", "main", "ruxandra"),
  { role: "role_remains_agent", of: "partner", levels: [["ruxandra"], ["luca"]] },
]
