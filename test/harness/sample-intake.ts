// A couple's matter on a questionnaire with every kind of section, for tests of records that belong to a matter.

import type { Approach, Definition } from "../../server/definition/definition.ts"
import { createClientUser } from "../../server/firm/users/users.ts"
import { saveAnswer } from "../../server/intake/answers/answers.ts"
import { changeContact } from "../../server/intake/contacts/editing.ts"
import { createMatter } from "../../server/intake/matters/matters.ts"
import { addPartnerTo, addPerson } from "../../server/intake/matters/parties/parties.ts"
import { assignRole } from "../../server/intake/roles/roles.ts"
import type { Identity } from "../../server/platform/db/database.ts"
import { sql, type Tx } from "../../server/platform/db/sql.ts"
import { newId } from "../../server/platform/ids.ts"
import { addQuestionnaire } from "./added-questionnaire.ts"
import type { TestFirm, TestService } from "./service.ts"

/** Ids of the parts of `sampleDefinition`, new for each intake. */
export function sampleParts() {
  return {
    executor: newId("role"),
    guardian: newId("role"),
    retired_role: newId("role"),
    home: newId("category"),
    insurance: newId("category"),
    purchased: newId("field"),
    insured: newId("field"),
    will_copy: newId("document_request"),
    statements: newId("document_request"),
    has_will: newId("question"),
    will_date: newId("question"),
    ssn: newId("question"),
    friend: newId("question"),
    children_wishes: newId("question"),
    guardians_section: newId("section"),
  }
}
export type SampleParts = ReturnType<typeof sampleParts>

export function sampleDefinition(ids: SampleParts): Definition {
  const section = (title: string) => ({ id: newId("section"), title })
  return {
    sections: [
      {
        ...section("About you"),
        kind: "clients",
        with_partner: true,
        fields: {
          first_name: "required",
          last_name: "required",
          date_of_birth: "required",
          phone_numbers: "optional",
        },
        representative_fields: { email_addresses: "required" },
      },
      {
        ...section("Your family"),
        kind: "people",
        groups: [
          {
            group: "children",
            included: true,
            prompt: "Your children",
            fields: { date_of_birth: "required" },
          },
        ],
      },
      {
        ...section("Your wishes"),
        kind: "questions",
        questions: [
          question(ids.has_will, "Do you have a will today?", { type: "yes_no", required: true }),
          question(ids.will_date, "When was it signed?", {
            type: "date",
            required: true,
            condition: { question: ids.has_will, is: true },
          }),
          question(ids.ssn, "Social Security number", { each_client: true, sensitive: true }),
          question(ids.friend, "Whom should we call?", { type: "contact" }),
          question(ids.children_wishes, "Wishes for your children", { type: "long_text" }),
        ],
      },
      {
        ...section("Who should act for you"),
        kind: "roles",
        roles: [
          role(ids.executor, "Executor", { split: true, levels: 3, several: true, required: true }),
          role(ids.retired_role, "Witness", { active: false }),
        ],
      },
      {
        id: ids.guardians_section,
        title: "Guardians",
        kind: "roles",
        condition: { question: ids.children_wishes, is_answered: true },
        roles: [role(ids.guardian, "Guardian of the children", { levels: 2 })],
      },
      {
        ...section("What you own"),
        kind: "assets",
        show_net_worth: true,
        categories: [
          {
            ...category(ids.home, "Homes and land", "A017"),
            ask_debit_value: true,
            additional_fields: [
              { id: ids.purchased, prompt: "Date of purchase", type: "date" },
              { id: ids.insured, prompt: "Insured?", type: "yes_no" },
            ],
          },
          { ...category(ids.insurance, "Life insurance", "A011"), order: 2, ask_beneficiaries: true },
        ],
      },
      {
        ...section("Documents"),
        kind: "documents",
        requests: [
          {
            id: ids.will_copy,
            label: "Copy of your will",
            required: true,
            several: false,
            condition: { question: ids.has_will, is: true },
          },
          { id: ids.statements, label: "Account statements", required: false, several: true },
        ],
      },
    ],
  }
}

type SampleQuestion = Extract<Definition["sections"][number], { kind: "questions" }>["questions"][number]
type SampleRole = Extract<Definition["sections"][number], { kind: "roles" }>["roles"][number]

function question(id: string, prompt: string, given: Partial<SampleQuestion>): SampleQuestion {
  return { id, prompt, type: "text", required: false, each_client: false, sensitive: false, ...given }
}

function role(id: string, role_description: string, given: Partial<SampleRole>): SampleRole {
  return { id, role_description, split: false, levels: 1, several: false, active: true, ...given }
}

function category(id: string, title: string, general_category: string) {
  return {
    id,
    title,
    general_category,
    active: true,
    order: 1,
    ask_credit_value: true,
    ask_debit_value: false,
    ask_beneficiaries: false,
    identifier_label: "Description",
    owner_label: "Owner",
    credit_label: "Value",
    debit_label: "Mortgage",
    additional_fields: [],
  }
}

export interface SampleIntake {
  matter_id: string
  ids: SampleParts
  main: string
  /** The second client; empty unless the intake is for a couple. */
  spouse: string
  /** Their adult children, who can serve and inherit. */
  child: string
  other_child: string
  /** The client's own user, as in the portal. */
  client: Identity
  /** Runs `work` as that user. */
  asClient<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface SampleOptions {
  couple?: boolean
  approach?: Approach
  define?: (ids: SampleParts) => Definition
  /** The questionnaire is that of this intake. */
  like?: SampleIntake
}

/** Creates the matter of Ada Smith, by default with Ben Smith as second client. */
export async function newIntake(
  firm: TestFirm,
  { couple = true, approach = "planning", define = sampleDefinition, like }: SampleOptions = {},
): Promise<SampleIntake> {
  const ids = like?.ids ?? sampleParts()
  return firm.run(async (tx) => {
    const questionnaire_id = like
      ? (
          await tx.one<{ id: string }>(
            sql`select questionnaire_id as id from matters where id = ${like.matter_id}`,
          )
        ).id
      : await addQuestionnaire(tx, { approach, definition: define(ids) })
    const client = { first_name: "Ada", last_name: "Smith" }
    const matter = await createMatter(tx, { questionnaire_id, matter_name: "Smith", client })
    const spouse = couple ? await addPartnerTo(tx, matter, { first_name: "Ben", last_name: "Smith" }) : ""
    const user_id = await createClientUser(tx, { email: "ada@example.com", name: "Ada Smith" })
    const client_user = { firm_id: firm.firm_id, user_id }
    return {
      matter_id: matter.id,
      ids,
      main: matter.contact_main_id,
      spouse,
      child: await addChild(tx, matter.id, "Cleo"),
      other_child: await addChild(tx, matter.id, "Dan"),
      client: client_user,
      asClient: (work) => firm.run(work, client_user),
    }
  })
}

/** The same in a new firm. */
export async function newFirmWithIntake(
  service: TestService,
  { firm_name, ...options }: SampleOptions & { firm_name?: string } = {},
): Promise<SampleIntake & { firm: TestFirm }> {
  const firm = await service.newFirm(firm_name)
  return { firm, ...(await newIntake(firm, options)) }
}

async function addChild(tx: Tx, matter_id: string, first_name: string): Promise<string> {
  const id = newId("contact")
  const child = { relationship_type: "2CHLD", is_client: false }
  await addPerson(tx, matter_id, id, child, { first_name, last_name: "Smith" })
  await tx.run(sql`update contacts set date_of_birth = '1990-01-02' where id = ${id}`)
  return id
}

/** Marks the firm's own wording in both languages; the Spanish is neither English nor in our catalogs. */
export function bilingual(definition: Definition): Definition {
  const own = [
    "title",
    "prompt",
    "label",
    "role_description",
    "help",
    "instructions",
    "identifier_label",
    "owner_label",
    "credit_label",
    "debit_label",
  ]
  return JSON.parse(
    JSON.stringify(definition, (key, value) =>
      own.includes(key) && typeof value === "string"
        ? { en: value, es: [...value].toReversed().join("") }
        : value,
    ),
  )
}

/** Gives everything that is required of a couple; if they have a will, all but its copy. */
export async function giveRequired(
  tx: Tx,
  { ring }: Pick<TestService, "ring">,
  { matter_id, ids, main, spouse, child }: SampleIntake,
  { has_will = false } = {},
): Promise<void> {
  for (const id of [main, spouse]) {
    await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-01-02" }])
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: id, levels: [[child]] })
  }
  await saveAnswer(tx, ring, matter_id, { question_id: ids.has_will, value: has_will })
  if (has_will) await saveAnswer(tx, ring, matter_id, { question_id: ids.will_date, value: "1999-03-04" })
}
