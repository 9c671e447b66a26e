// People who don't exist, at addresses of example.com and phone numbers reserved for fiction.

import type { Sample } from "../../definition/kinds/kind.ts"
import { findRelationship } from "../../definition/people/relationships.ts"
import { foldText } from "../../definition/values/folded-text.ts"

const women = ["Ada", "Beatriz", "Clara", "Dolores", "Elena", "Frances", "Grace", "Helen", "Irene", "Julia"]
const men = ["Adam", "Bruno", "Caleb", "Daniel", "Edgar", "Felix", "George", "Hugo", "Ivan", "Joel"]
const family_names = [
  "Ashdown",
  "Bellweather",
  "Castellano",
  "Delacroix",
  "Easterbrook",
  "Fontaine",
  "Garrity",
]
export interface SamplePerson {
  first_name: string
  middle_name: string
  last_name: string
  gender_binary: "Male" | "Female"
  date_of_birth: string
}

/** `relationship_type` decides the gender where it names one; `age` is in whole years on the day `today`. */
export function samplePerson(
  sample: Sample,
  today: string,
  { relationship_type, age, last_name }: { relationship_type: string; age: number; last_name?: string },
): SamplePerson {
  const gender =
    findRelationship(relationship_type)?.gender_binary || sample.pick(["Female", "Male"] as const) || "Female"
  const names = gender === "Female" ? women : men
  return {
    first_name: sample.pick(names) ?? "",
    middle_name: sample.pick(names) ?? "",
    last_name: last_name || sample.pick(family_names) || "",
    gender_binary: gender,
    // On New Year's Day, so that the age is reached by any day of the year.
    date_of_birth: `${Number(today.slice(0, 4)) - age}-01-01`,
  }
}

export function sampleEmail({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const local = foldText(`${first_name}.${last_name}`)
  return `${local.replace(/[^a-z.]/g, "").replace(/^\.|\.$/g, "") || "someone"}@example.com`
}
