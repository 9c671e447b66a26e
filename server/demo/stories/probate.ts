import type { Calendar } from "../calendar.ts"
import type { Story } from "../story.ts"
import { email, home, mobile } from "../writing.ts"
import { answers, assets, files, roles } from "./probate/estate.ts"
import { people } from "./probate/people.ts"

/** A daughter settles her father's estate: filled in by a representative, and sent in. */
export function probate(calendar: Calendar): Story {
  return {
    questionnaire: "probate",
    matter_name: "Estate of Ibrahima Koné",
    opened: { at: [26, "16:45"], by: "Marcus" },
    assignee: "Marcus",
    invites: [
      {
        party: "representative",
        first_name: "Fatoumata",
        last_name: "Koné-Delacroix",
        email: "fatoumata@delacroix.example",
        message: "We are sorry for the loss of your father. Nothing here is urgent today.",
      },
    ],
    chapters: [
      {
        at: [25, "20:05"],
        by: "representative",
        starts: true,
        gives: {
          facts: { contact_main_marital_status: "married", number_of_children: 3 },
          people: {
            representative: {
              first_name: "Fatoumata",
              middle_name: "Aïssata",
              last_name: "Koné-Delacroix",
              preferred_name: "Fanta",
              phones: [mobile("(301) 555-0147")],
              emails: [email("fatoumata@delacroix.example")],
              addresses: [home("88 Saltmarsh Road", "Silver Spring", "MD", "20910")],
            },
            main: {
              first_name: "Ibrahima",
              last_name: "Koné",
              also_known_as: "Ibrahim Kone",
              gender_binary: "Male",
              date_of_birth: calendar.yearsAgo(81, "01-01"),
              date_of_death: calendar.daysAgo(52),
              addresses: [home("15 Harvest Glen", "Hyattsville", "MD", "20782")],
            },
            ...people(calendar),
          },
        },
      },
      {
        at: [22, "19:33"],
        by: "representative",
        gives: { answers: answers(calendar), roles, assets: assets(calendar) },
      },
      { at: [20, "21:40"], by: "representative", gives: { files: files(calendar) }, submits: true },
    ],
  }
}
