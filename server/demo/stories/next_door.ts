import type { Calendar } from "../calendar.ts"
import type { Story } from "../story.ts"
import { home } from "../writing.ts"
import { storyOf } from "./everyday.ts"

/** What Northgate Tax is working on. */
export function nextDoor(calendar: Calendar): Record<"submitted" | "started", Story> {
  const trusted = { first: "Viktor", last: "Lang", relationship_type: "5FINA" }
  const common = { questionnaire: "tax", trusted, by: "Helga" } as const
  return {
    submitted: storyOf(
      {
        ...common,
        last: "Zielińska",
        first: "Ewa",
        sex: "Female",
        age: 47,
        status: "married",
        partner: { first: "Piotr", sex: "Male", age: 49 },
        address: home("12 Beacon Rise", "Towson", "MD", "21204"),
        email: "ewa@zielinska.example",
        phone: "(443) 555-0126",
        opened: 17,
        reached: "submitted",
      },
      2,
      calendar,
    ),
    started: storyOf(
      {
        ...common,
        last: "Amos",
        first: "Gideon",
        sex: "Male",
        age: 34,
        status: "single",
        address: home("85 Tannery Lane", "Columbia", "MD", "21044"),
        email: "gideon@amos.example",
        phone: "(410) 555-0127",
        opened: 6,
        reached: "started",
      },
      4,
      calendar,
    ),
  }
}
