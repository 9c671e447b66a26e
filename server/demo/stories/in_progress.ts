import type { Calendar } from "../calendar.ts"
import { photo } from "../sample_documents.ts"
import type { Story } from "../story.ts"
import { asset, email, file, home, inTurn, mobile } from "../writing.ts"

/** Half filled in: she has begun, her husband has not opened his link yet, and much is still missing. */
export function inProgress(calendar: Calendar): Story {
  return {
    questionnaire: "planning",
    matter_name: "Castellanos, Inés and Rafael",
    opened: { at: [9, "18:25"], by: "Noor" },
    assignee: "Noor",
    invites: [
      {
        party: "main",
        first_name: "Inés",
        last_name: "Castellanos",
        email: "ines@castellanos-familia.example",
      },
      {
        party: "partner",
        first_name: "Rafael",
        last_name: "Castellanos",
        email: "rafael@castellanos-familia.example",
      },
    ],
    chapters: [
      {
        at: [8, "01:48"],
        by: "main",
        starts: true,
        gives: {
          facts: { contact_main_marital_status: "married", number_of_children: 2 },
          people: {
            main: {
              first_name: "Inés",
              middle_name: "Guadalupe",
              last_name: "Castellanos",
              gender_binary: "Female",
              date_of_birth: calendar.yearsAgo(41, "12-12"),
              phones: [mobile("(240) 555-0113")],
              emails: [email("ines@castellanos-familia.example")],
              addresses: [home("2750 Juniper Bend", "Rockville", "MD", "20850")],
            },
            mateo: {
              relationship_type: "2SON",
              first_name: "Mateo",
              last_name: "Castellanos",
              gender_binary: "Male",
              date_of_birth: calendar.yearsAgo(10, "07-07"),
            },
            // Her date of birth is one of the things still missing.
            sofia: {
              relationship_type: "2DATR",
              first_name: "Sofía",
              last_name: "Castellanos",
              gender_binary: "Female",
            },
          },
        },
      },
      { at: [4, "20:05"], by: "Noor", reminds: true },
      {
        at: [3, "00:21"],
        by: "main",
        reviews: ["section_clients"],
        gives: {
          people: {
            carmen: {
              relationship_type: "3SIST",
              first_name: "Carmen",
              last_name: "Ibáñez",
              phones: [mobile("(240) 555-0114")],
            },
          },
          answers: {
            "question_citizenship:main": "us",
            "question_occupation:main": "Teacher",
            question_wedding_date: calendar.yearsAgo(13, "05-26"),
            "question_former_marriage:main": false,
            question_minor_children: true,
            question_inherit_age: "30",
            question_concerns: ["family"],
          },
          roles: [inTurn("role_executor", "main", "partner", "carmen")],
          assets: {
            house: asset("real_estate", "2750 Juniper Bend, Rockville, MD 20850", "joint", {
              credit_value: "610000",
              debit_value: "388000",
              fields: { field_use: "home" },
            }),
            checking: asset("bank", "Montgomery Savings …3390", "joint"),
          },
          files: [file("request_identity", "Licencia Inés.png", () => photo([128, 92, 40]))],
        },
      },
    ],
  }
}
