import type { PeopleGroup } from "../../definition/definition.ts"

/** What staff call the groups of people that a questionnaire may ask about. */
export const groupWords: Record<PeopleGroup["group"], string> = {
  children: "Children",
  family: "Family",
  others: "Others",
  advisors: "Advisors",
}
