import type { Calendar } from "../calendar.ts"
import { pdf, photo } from "../sample_documents.ts"
import type { Story } from "../story.ts"
import { asset, email, file, home, inTurn, mobile, work } from "../writing.ts"

/** One client without children: sent in, and completed by the firm. */
export function single(calendar: Calendar): Story {
  return {
    questionnaire: "planning",
    matter_name: "Nguyễn, Thảo Vy",
    opened: { at: [58, "15:20"], by: "Tomás" },
    assignee: "Tomás",
    invites: [
      { party: "main", first_name: "Thảo Vy", last_name: "Nguyễn", email: "vy@nguyen-studio.example" },
    ],
    chapters: [
      {
        at: [57, "12:30"],
        by: "main",
        starts: true,
        gives: {
          facts: { contact_main_marital_status: "single", number_of_children: 0 },
          people: {
            main: {
              first_name: "Thảo Vy",
              last_name: "Nguyễn",
              preferred_name: "Vy",
              gender_binary: "Female",
              date_of_birth: calendar.yearsAgo(39, "08-16"),
              phones: [mobile("571.555.0124")],
              emails: [email("vy@nguyen-studio.example")],
              addresses: [home("640 Mercer Row, Unit 3B", "Arlington", "VA", "22209")],
            },
            lan: {
              relationship_type: "3MOTH",
              first_name: "Lan",
              last_name: "Trần",
              date_of_birth: calendar.yearsAgo(68, "02-11"),
              phones: [{ type: "home", number: "(714) 555-0150" }],
              addresses: [home("2201 Orange Blossom Drive", "Westminster", "CA", "92683")],
            },
            khoa: {
              relationship_type: "3BROT",
              first_name: "Khoa",
              last_name: "Nguyễn",
              date_of_birth: calendar.yearsAgo(35, "12-01"),
              phones: [mobile("(714) 555-0151")],
              emails: [email("khoa@mail.example")],
            },
            adaeze: {
              relationship_type: "4FRND",
              first_name: "Adaeze",
              last_name: "Okonkwo",
              phones: [mobile("(202) 555-0138")],
              emails: [email("adaeze@mail.example")],
            },
            rescue: {
              relationship_type: "4CHAR",
              first_name: "Second Bowl",
              last_name: "Animal Rescue",
            },
            mills: {
              relationship_type: "5PHYS",
              first_name: "Renée",
              last_name: "Mills",
              phones: [work("(703) 555-0170")],
            },
          },
          answers: {
            "question_citizenship:main": "us",
            "question_ssn:main": "987-65-4323",
            "question_occupation:main": "Architect",
            "question_military:main": false,
            "question_former_marriage:main": false,
            question_emergency: "adaeze",
          },
        },
      },
      {
        at: [54, "01:12"],
        by: "main",
        gives: {
          answers: {
            question_concerns: ["illness", "charity", "peace"],
            question_earlier_plan: false,
            question_gifts: false,
            question_charity: true,
            question_charity_amount: "40000",
            question_left_out: false,
            question_pets: true,
            question_pets_detail: "A greyhound, Miso. Adaeze has said yes.",
            "question_life_support:main": "agent",
            "question_organs:main": "all",
            "question_remains:main": "cremation",
            question_meeting: "office",
          },
          roles: [
            inTurn("role_executor", "main", "khoa", "adaeze"),
            { role: "role_successor_trustee", levels: [["khoa", "adaeze"]] },
            inTurn("role_financial_agent", "main", "adaeze", "khoa"),
            inTurn("role_health_agent", "main", "adaeze", "khoa"),
            inTurn("role_remains_agent", "main", "khoa"),
          ],
          assets: {
            condo: asset("real_estate", "640 Mercer Row, Unit 3B, Arlington, VA 22209", "main", {
              credit_value: "528000",
              debit_value: "287340.55",
              fields: {
                field_use: "home",
                field_bought: calendar.yearsAgo(6, "10-30"),
                field_price: "469000",
              },
            }),
            savings: asset("bank", "Potomac Mutual …2216", "main", {
              credit_value: "34110.08",
              fields: { field_account_kind: "savings" },
              beneficiaries: [["lan", "100"]],
            }),
            ira: asset("retirement", "Fairweather SEP IRA …8841", "main", {
              credit_value: "142600",
              fields: { field_plan_kind: "ira" },
              beneficiaries: [
                ["khoa", "60"],
                ["lan", "40"],
                ["rescue", "100", "contingent"],
              ],
            }),
            studio: asset("business", "Nguyễn Studio PLLC", "main", {
              credit_value: "60000",
              fields: { field_business_kind: "llc", field_business_share: "100" },
            }),
          },
          files: [
            file("request_identity", "Driver license.png", () => photo([92, 64, 120])),
            file("condo", "Deed Mercer Row.pdf", () =>
              pdf("Special Warranty Deed", "Arlington County, Land Records", [
                "Conveys Unit 3B of the Mercer Row condominium to the grantee, sole owner.",
              ]),
            ),
            file("ira", "SEP IRA beneficiaries.pdf", () =>
              pdf("Beneficiary Designation", "Fairweather Funds", [
                "Primary: brother 60%, mother 40%. Contingent: Second Bowl Animal Rescue, 100%.",
              ]),
            ),
          ],
        },
        submits: true,
      },
      { at: [47, "19:10"], by: "Tomás", completes: true },
    ],
  }
}
