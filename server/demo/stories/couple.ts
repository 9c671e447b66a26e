import type { Calendar } from "../calendar.ts"
import { photo } from "../sample_documents.ts"
import type { Story } from "../story.ts"
import { asset, file, home, mobile } from "../writing.ts"
import * as answers from "./couple/answers.ts"
import * as assets from "./couple/assets.ts"
import * as files from "./couple/files.ts"
import { children, clients, family, others } from "./couple/people.ts"

/** A married couple, each with a link of their own: sent in, changed and sent in again, and changed since. */
export function couple(calendar: Calendar): Story {
  const { siobhan, andrei } = clients(calendar)
  return {
    questionnaire: "planning",
    matter_name: "O’Neil-Ștefănescu, Siobhán and Andrei",
    opened: { at: [44, "14:05"], by: "Noor" },
    assignee: "Noor",
    invites: [
      {
        party: "main",
        first_name: "Siobhán",
        last_name: "O’Neil-Ștefănescu",
        email: "siobhan@oneil-stefanescu.example",
        message: "It was good to meet you both. Take your time with this; we meet again once it is done.",
      },
      {
        party: "partner",
        first_name: "Andrei",
        last_name: "Ștefănescu",
        email: "andrei@oneil-stefanescu.example",
      },
    ],
    chapters: [
      {
        at: [43, "23:41"],
        by: "main",
        starts: true,
        gives: {
          facts: { contact_main_marital_status: "married", number_of_children: 4 },
          people: { main: siobhan, ...children(calendar) },
        },
      },
      {
        at: [42, "23:20"],
        by: "main",
        gives: { people: { ...family(calendar), ...others }, answers: answers.situation(calendar) },
      },
      {
        at: [41, "18:12"],
        by: "partner",
        starts: true,
        gives: { people: { partner: andrei }, answers: answers.hisSituation },
      },
      { at: [40, "22:55"], by: "main", gives: { roles: answers.hers, answers: answers.wishes(calendar) } },
      {
        at: [36, "20:30"],
        by: "main",
        gives: { assets: assets.shared(calendar), files: files.hers(calendar) },
      },
      {
        at: [33, "17:48"],
        by: "partner",
        gives: {
          roles: answers.his,
          answers: answers.hisHealth,
          assets: assets.his(calendar),
          files: files.his(calendar),
        },
      },
      {
        at: [31, "22:14"],
        by: "main",
        gives: { answers: { ...answers.health, ...answers.closing } },
        submits: true,
      },
      {
        at: [29, "15:30"],
        by: "Noor",
        gives: { people: { priya: { phones: [{ type: "work", number: "(703) 555-0182" }] } } },
      },
      {
        at: [18, "21:09"],
        by: "partner",
        gives: {
          people: { luca: { addresses: [home("3106 Ridgeline Avenue", "Raleigh", "NC", "27605")] } },
          answers: {
            question_equal_shares: "equal",
            question_charity_amount: "25000",
            "question_life_support:partner": "comfort",
          },
          roles: [{ role: "role_successor_trustee", levels: [["declan", "ruxandra"], ["hanh"], ["luca"]] }],
          assets: {
            house: { debit_value: "408911.02" },
            truck: { debit_value: "5480" },
            skiff: asset("vehicles", "Boston Whaler Montauk 17", "joint", { credit_value: "14200" }),
          },
          files: [file("ring", "Appraisal emerald ring.png", () => photo([26, 110, 80]))],
        },
        submits: true,
      },
      {
        at: [6, "16:20"],
        by: "Noor",
        asks: [
          {
            person: "declan",
            words: "We could not reach Declan under the mobile number you gave. Has he a new one?",
          },
          {
            question: "question_charity_amount",
            words:
              "First you wrote $15,000, now it is $25,000. Shall it go out before everything else is divided?",
          },
          {
            question: "question_life_support",
            of: "partner",
            words:
              "You changed this in your last submission. Please read the three choices once more and tell us that it is what you want.",
          },
        ],
      },
      {
        at: [5, "23:02"],
        by: "main",
        gives: {
          people: { declan: { phones: [mobile("(202) 555-0199")] } },
          assets: { savings: { credit_value: "58750" } },
        },
      },
    ],
  }
}
