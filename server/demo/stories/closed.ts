import type { Calendar } from "../calendar.ts"
import { pdf } from "../sample_documents.ts"
import type { Story } from "../story.ts"
import { asset, email, file, home, inTurn, mobile } from "../writing.ts"

/** A widow's plan that is signed and put away. */
export function closed(calendar: Calendar): Story {
  return {
    questionnaire: "planning",
    matter_name: "Whitfield, Dorothy",
    opened: { at: [97, "15:00"], by: "Eleanor" },
    assignee: "Eleanor",
    invites: [
      { party: "main", first_name: "Dorothy", last_name: "Whitfield", email: "dorothy@whitfield.example" },
    ],
    chapters: [
      {
        at: [95, "17:30"],
        by: "main",
        starts: true,
        gives: {
          facts: { contact_main_marital_status: "widowed", number_of_children: 1 },
          people: {
            main: {
              first_name: "Dorothy",
              middle_name: "Jean",
              last_name: "Whitfield",
              gender_binary: "Female",
              date_of_birth: calendar.yearsAgo(72, "10-29"),
              phones: [{ type: "home", number: "(202) 555-0108" }, mobile("(202) 555-0109")],
              emails: [email("dorothy@whitfield.example")],
              addresses: [home("31 Cobbler’s Way NW", "Washington", "DC", "20016")],
            },
            // The husband she lost is no client: he is told as family.
            harold: {
              relationship_type: "1DECS",
              first_name: "Harold",
              last_name: "Whitfield",
              date_of_birth: calendar.yearsAgo(78, "04-04"),
              date_of_death: calendar.yearsAgo(3, "02-15"),
            },
            grace: {
              relationship_type: "2DATR",
              first_name: "Grace",
              last_name: "Whitfield-Sato",
              date_of_birth: calendar.yearsAgo(44, "06-06"),
              phones: [mobile("(503) 555-0161")],
            },
            kenji: {
              relationship_type: "3SINL",
              first_name: "Kenji",
              last_name: "Sato",
              date_of_birth: calendar.yearsAgo(45, "08-20"),
            },
            hana: {
              relationship_type: "3GDTR",
              first_name: "Hana",
              last_name: "Sato",
              date_of_birth: calendar.yearsAgo(14, "11-02"),
            },
          },
          answers: {
            "question_citizenship:main": "us",
            "question_ssn:main": "987-65-4325",
            "question_occupation:main": "Librarian, retired",
            "question_former_marriage:main": true,
            question_minor_children: false,
            question_special_needs: false,
            question_equal_shares: "equal",
            question_earlier_plan: true,
            question_earlier_plan_date: calendar.yearsAgo(21, "03-30"),
            question_pets: false,
            "question_life_support:main": "comfort",
            "question_remains:main": "burial",
            question_meeting: "home",
          },
          roles: [
            inTurn("role_executor", "main", "grace", "kenji"),
            inTurn("role_financial_agent", "main", "grace"),
            inTurn("role_health_agent", "main", "grace", "kenji"),
          ],
          assets: {
            house: asset("real_estate", "31 Cobbler’s Way NW, Washington, DC 20016", "main", {
              credit_value: "870000",
              debit_value: "0",
              fields: { field_use: "home" },
            }),
            savings: asset("bank", "Rock Creek Bank …5150", "main", {
              credit_value: "141300",
              beneficiaries: [
                ["grace", "80"],
                ["hana", "20"],
              ],
            }),
          },
          files: [
            file("request_identity", "Passport.pdf", () =>
              pdf("Passport", "Copy for the firm", ["Holder: Dorothy Jean Whitfield."]),
            ),
          ],
        },
        submits: true,
      },
      { at: [84, "16:10"], by: "Eleanor", completes: true },
      { at: [66, "20:20"], by: "Eleanor", closes: true },
    ],
  }
}
