import type { Calendar } from "../calendar.ts"
import type { Story } from "../story.ts"

/** Made by the firm's practice management, with what that knows it by; nobody has opened the link. */
export function preCreated(calendar: Calendar): Story {
  return {
    questionnaire: "planning",
    matter_name: "Bergström, Liv",
    opened: { at: [2, "14:52"], by: "Eleanor" },
    context: {
      practice_matter: "HP-20417",
      source: "website",
      office: "Georgetown",
      year: calendar.year,
    },
    chapters: [],
  }
}
