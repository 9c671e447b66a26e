// The entries for names, emails and phones: records, mail, the API, the portal's pages about people, the console's forms,
// the start page and the sign-in.

import type { Definition } from "../../server/definition/definition.ts"
import { checkedEmails, checkedPhones } from "../../server/intake/contacts/contact-detail-fields.ts"
import { checkedEdits } from "../../server/intake/contacts/fields.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { Failure } from "../../server/platform/errors.ts"
import { requireAddress } from "../../server/platform/mail/addresses.ts"
import { newPortalBrowser } from "../harness/portal-browser.ts"
import { newPortalIntake } from "../harness/portal-intake.ts"
import { newIntake, sampleDefinition } from "../harness/sample-intake.ts"
import type { TestFirm } from "../harness/service.ts"
import { newStaffBrowser } from "../harness/staff-browser.ts"
import { newStartPage } from "../harness/start-page.ts"
import {
  type Entry,
  errorIn,
  isFault,
  type Kind,
  type Outcome,
  type Row,
  someAtOnce,
  textOf,
  withoutName,
} from "./row.ts"

type To = Parameters<Entry["send"]>[1]

const isOneOf =
  (...kinds: Kind[]) =>
  ({ kind, language = "en" }: Row) =>
    kinds.includes(kind) && language === "en"

export const otherEntries: Entry[] = [
  {
    name: "a person's record, which imports write",
    takes: isOneOf("name", "email", "phone"),
    send: async (rows) => rows.map(recordRow),
  },
  {
    // A header takes an address, and doesn't read one out of what was pasted.
    name: "email",
    takes: (row) => isOneOf("email")(row) && (isFault(row.expected) || row.expected === row.typed),
    send: async (rows) =>
      rows.map((row) => {
        try {
          return { value: requireAddress(textOf(row)) }
        } catch {
          return { refused: true }
        }
      }),
  },
  { name: "the API", takes: isOneOf("name", "email", "matter_name"), every: 5, send: createByApi },
  {
    name: "the console's New matter",
    takes: isOneOf("name", "email", "matter_name"),
    every: 5,
    send: createInConsole,
  },
  {
    name: "the portal's pages about a person",
    takes: isOneOf("name", "email", "phone"),
    every: 6,
    send: (rows, to) => someAtOnce(rows, (own) => fillPerson(own, to)),
  },
  { name: "a colleague's invitation", takes: isOneOf("email"), every: 6, send: inviteColleague },
  { name: "a colleague's own name", takes: isOneOf("name"), every: 4, send: renameSelf },
  { name: "the start page", takes: isOneOf("name", "email", "phone"), every: 3, send: startPage },
  {
    name: "the staff's sign-in",
    takes: (row) => isOneOf("email")(row) && isFault(row.expected),
    send: async (rows, { service, firm }) => {
      const browser = await newStaffBrowser(service, firm)
      const form = (row: Row) => ({ email: textOf(row), password: "x" })
      return each(rows, async (row) => ({
        refused: errorIn((await browser("POST", "/console/sign-in", form(row))).text, "email"),
      }))
    },
  },
]

async function each(rows: readonly Row[], send: (row: Row) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(await send(row))
  return outcomes
}

function recordRow(row: Row): Outcome {
  const typed = textOf(row)
  try {
    if (row.kind === "name") return { value: checkedEdits([{ field: "first_name", value: typed }])[0]?.value }
    if (row.kind === "email")
      return { value: checkedEmails([{ type: "home", email: typed }])[0]?.email ?? null }
    return { value: checkedPhones([{ type: "home", number: typed }])[0]?.number ?? null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { refused: withoutName(error.errors?.[0]?.message ?? "") }
  }
}

/** The fields of a new matter, with the row's text in one of them. */
function newMatterOf(row: Row) {
  const given = { matter_name: "Smith", first_name: "Ada", email: "ada@example.com" }
  const field = ({ name: "first_name", email: "email", matter_name: "matter_name" } as const)[
    row.kind as "name"
  ]
  return { given: { ...given, [field]: textOf(row) }, field }
}

async function createdValue(firm: TestFirm, { kind }: Row, matter_id: string): Promise<Outcome> {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}`)
  const { first_name, email1 } = body.contact_main
  return { value: kind === "name" ? first_name : kind === "email" ? email1.email : body.name }
}

async function questionnaireOf(firm: TestFirm): Promise<string> {
  const { matter_id } = await newIntake(firm)
  return (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire.id
}

async function createByApi(rows: readonly Row[], { firm }: To): Promise<Outcome[]> {
  const questionnaire_id = await questionnaireOf(firm)
  return each(rows, async (row) => {
    const { matter_name, ...client } = newMatterOf(row).given
    const clients = [{ ...client, party: "main" }]
    const body_sent = { questionnaire_id, matter_name, clients }
    const { status, body } = await firm.request("POST", "/v1/matters/create-and-invite", body_sent)
    if (status !== 201) return { refused: withoutName(body.errors?.[0]?.message ?? `${status}`) }
    if (row.kind === "email") return { value: body.invites[0].email }
    return createdValue(firm, row, body.id)
  })
}

async function createInConsole(rows: readonly Row[], { service, firm }: To): Promise<Outcome[]> {
  const questionnaire_id = await questionnaireOf(firm)
  const staff = await newStaffBrowser(service, firm)
  return each(rows, async (row) => {
    const { given, field } = newMatterOf(row)
    const form = { questionnaire_id, way: "link", is_new_client: "yes", ...given }
    const { location, text, status } = await staff("POST", "/console/matters/new", form)
    if (status !== 303) return { refused: errorIn(text, field) ?? `${status}` }
    return createdValue(firm, row, location.split("/").at(-1) ?? "")
  })
}

async function fillPerson(rows: readonly Row[], { service, firm }: To): Promise<Outcome[]> {
  const define = (parts: Parameters<typeof sampleDefinition>[0]): Definition => {
    const { sections } = sampleDefinition(parts)
    return {
      sections: sections.map((section) =>
        section.kind === "clients"
          ? { ...section, fields: { ...section.fields, email_addresses: "optional" } }
          : section,
      ),
    }
  }
  const { ada, names, matter_id } = await newPortalIntake(service, firm, { define })
  return each(rows, async (row) => {
    const field = row.kind === "name" ? "first_name" : row.kind === "email" ? "email_home" : "phone_mobile"
    const page = row.kind === "name" ? names : names.replace("/names", "/contact")
    const form = { last_name: "Smith", [field]: textOf(row) }
    const { html, status } = await ada.post(page, form)
    if (status !== 303) return { refused: errorIn(html, field) ?? `${status}` }
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}`)
    const { first_name, email1, phone1 } = body.contact_main
    return { value: row.kind === "name" ? first_name : row.kind === "email" ? email1.email : phone1.phone }
  })
}

/** In a firm of its own, because an address can be invited once. */
async function inviteColleague(rows: readonly Row[], { service }: To): Promise<Outcome[]> {
  return each(rows, async (row) => {
    const firm = await service.newFirm()
    const staff = await newStaffBrowser(service, firm)
    const form = { email: textOf(row), name: "Iris", role: "member" }
    const { text, status } = await staff("POST", "/console/settings/team", form)
    if (status !== 303) return { refused: errorIn(text, "email") ?? `${status}` }
    const { email } = await firm.one<{ email: string }>(sql`select email from users where name = 'Iris'`)
    return { value: email }
  })
}

async function renameSelf(rows: readonly Row[], { service, firm }: To): Promise<Outcome[]> {
  const staff = await newStaffBrowser(service, firm)
  return each(rows, async (row) => {
    const { text, status } = await staff("POST", "/console/account/name", { name: textOf(row) })
    if (status !== 303) return { refused: errorIn(text, "name") ?? `${status}` }
    const { user_id } = firm.admin
    const { name } = await firm.one<{ name: string }>(sql`select name from users where id = ${user_id}`)
    return { value: name }
  })
}

/** Sends nothing, because the message is too long; what is typed into the other fields is judged all the same. */
async function startPage(rows: readonly Row[], { service, firm }: To): Promise<Outcome[]> {
  const { url } = await newStartPage(firm)
  return each(rows, async (row) => {
    const field = row.kind === "name" ? "first_name" : row.kind
    const form = {
      first_name: "Zoe",
      email: "zoe@example.com",
      message: "x".repeat(501),
      [field]: textOf(row),
    }
    const { html } = await newPortalBrowser(service).post(url, form)
    const refused = errorIn(html, field)
    return errorIn(html, "message") ? (refused ? { refused } : {}) : { refused: html.slice(0, 200) }
  })
}
