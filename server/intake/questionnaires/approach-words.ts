import type { Approach } from "../../definition/definition.ts"

export const approachWords: Record<Approach, string> = {
  planning: "Planning",
  business: "Business",
  "rep-living": "Representative (living)",
  "rep-deceased": "Representative (estate)",
}
