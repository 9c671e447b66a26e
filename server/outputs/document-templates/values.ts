import { answerKey } from "../../definition/conditions/conditions.ts"
import type { Question } from "../../definition/definition.ts"
import { categoriesOf, clientsSectionOf, questionsOf } from "../../definition/parts.ts"
import { maritalWords } from "../../definition/people/marital-status.ts"
import { namesOf } from "../../definition/people/names.ts"
import { groupOf } from "../../definition/people/relationships.ts"
import { textIn } from "../../definition/text.ts"
import { dateIn } from "../../definition/values/dates.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import type { Answer } from "../../intake/answers/schema.ts"
import { ownersInWords } from "../../intake/assets/owners.ts"
import type { OwnedAsset } from "../../intake/assets/schema.ts"
import { percent, splitInsurance, totalOf } from "../../intake/assets/totals.ts"
import type { Contact } from "../../intake/contacts/schema.ts"
import { getFilingSummary } from "../../intake/matters/filing/filing-summary.ts"
import { getCachedVersion } from "../../intake/questionnaires/versions.ts"
import type { Role } from "../../intake/roles/schema.ts"
import { copyWords } from "../../intake/submissions/copy/copy-words.ts"
import { loadMatter } from "../../intake/submissions/loaded-matter.ts"
import { readReadiness } from "../../intake/submissions/missing/missing.ts"
import type { Tx } from "../../platform/db/database.ts"
import { readFirmDay, sql } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { readMatterExport } from "../exports/matter-export.ts"
import { fieldName, fieldNamesOf } from "./fields.ts"
import { unknown, type Value, type Values } from "./fill-template.ts"
import { dateOf, personValues, withoutGaps } from "./person-values.ts"

/** A matter's values by the field names of fields.ts, with sensitive answers masked. Throws "not found". */
export async function readValues(tx: Tx, ring: KeyRing, matter_id: string): Promise<Values> {
  const loaded = loadMatter(tx, ring, matter_id)
  const [{ parts, words, files }, firm, today, visibility, { missing }, filed, row, first] =
    await Promise.all([
      readMatterExport(tx, ring, matter_id, { reveal: false }, loaded),
      getFirm(tx),
      readFirmDay(tx),
      loaded.visibility(),
      readReadiness(loaded),
      getFilingSummary(tx, matter_id),
      loaded.row(),
      // The matter's own row has the latest.
      tx.maybe<{ at: Date }>(sql`
      select submitted_at as at from submissions
       where matter_id = ${matter_id} and reason = 'submitted' order by number limit 1`),
    ])
  const submitted_at = first?.at ?? row.submitted_at
  const clients = clientsSectionOf(visibility.definition)
  const hasNumberOfChildren =
    clients?.fields.number_of_children !== undefined && visibility.visible.has(clients.id)
  const { matter, contacts } = parts
  const names = namesOf(contacts)
  const nameOf = (id: string | null) => names[id ?? ""] ?? ""
  const personOf = (id: string | undefined) => {
    const contact = contacts.find((each) => each.id === id)
    return contact ? personValues(contact) : false
  }
  const relatives = (all: readonly Contact[]) => all.map((each) => withoutGaps(personValues(each)))
  const kinds = new Map(categoriesOf(visibility.definition).map(({ id, title }) => [id, textIn(title, "en")]))
  const totals = totalOf(parts.assets)
  const { insurance, other } = splitInsurance(parts.assets)
  const spouse = matter.contact_spouse?.id
  const { visible } = visibility
  // As the Fields page names them: those of the matter's own definition have their placeholders filled in.
  const questions = questionsOf(await getCachedVersion(tx, row.questionnaire_id, row.questionnaire_version))
  const answersOf = (about: string | undefined) =>
    new Map(
      parts.answers
        .filter((answer) => answer.about === null || answer.about === about)
        .map((answer) => [answer.question, answer]),
    )
  const byName = <Of>(named: readonly Question[], about: string | undefined, of: (id: string) => Of) => {
    const names = fieldNamesOf(named)
    const isVisible = ({ id, each_client }: Question) =>
      visible.has(answerKey(id, each_client ? about : null))
    return Object.fromEntries([
      ...named.map(({ id }) => [names.get(id), of(id)]),
      // Of questions with the same text, often only one is visible, and the first name means that one.
      ...named
        .filter(isVisible)
        .toReversed()
        .map(({ id, prompt }) => [fieldName(textIn(prompt, "en")), of(id)]),
    ])
  }
  // A question that is hidden or may be left out has no answer by nature.
  const gaps = new Set(missing.map(({ where }) => ("question_id" in where ? where.question_id : "")))
  const answersFor = (about: string | undefined) => {
    const given = answersOf(about)
    return byName(questions, about, (id) => {
      const answer = given.get(id)
      return answer ? answerValue(answer, words[answer.id] ?? "") : gaps.has(id) ? "" : null
    })
  }
  const main = matter.contact_main.id
  const ofMain = answersOf(main)
  return {
    today: { date: today },
    firm: { name: firm.name, contact_line: firm.contact_line || null },
    matter: {
      ...matterValues(matter),
      file_number: filed.file_number || null,
      due: dateOf(filed.due_on),
      tags: filed.tags.join(", ") || null,
      submitted: dateOf(submitted_at && dateIn(firm.time_zone, submitted_at)),
      number_of_children: row.number_of_children ?? (hasNumberOfChildren ? "" : null),
    },
    assignee: filed.assignee_name ? { name: filed.assignee_name, email: filed.assignee_email } : false,
    client: personOf(matter.contact_main.id),
    spouse: personOf(spouse),
    representative: personOf(matter.contact_representative?.id),
    people: relatives(contacts),
    children: relatives(contacts.filter(({ relationship }) => groupOf(relationship.type) === "children")),
    roles: parts.roles.map((role) => roleValues(role, nameOf)),
    assets: parts.assets.map((asset) => assetValues(asset, kinds.get(asset.for_fin_category) ?? "", nameOf)),
    totals: {
      value: { amount: totals.credit_total },
      owed: { amount: totals.debit_total },
      net: { amount: totals.net_total },
      insurance: insurance ? { amount: insurance.net_total } : null,
      net_without_insurance: { amount: other.net_total },
    },
    documents: files.map(({ what, filename, uploaded_at }) => ({
      what,
      file: filename,
      sent: { date: dateIn(firm.time_zone, new Date(uploaded_at)) },
    })),
    answers: parts.answers.map(({ id, section, prompt, about }) => ({
      section,
      question: prompt,
      about: nameOf(about) || null,
      answer: words[id] ?? "",
    })),
    answer: answersFor(main),
    spouse_answer: spouse ? answersFor(spouse) : {},
    yes: byName(
      questions.filter(({ type }) => type === "yes_no"),
      main,
      (id) => {
        const answer = ofMain.get(id)
        // A masked answer is no boolean: to print the text for Yes, or the one for No, would give it away.
        if (answer) return typeof answer.value === "boolean" ? answer.value : unknown
        return gaps.has(id) ? unknown : false
      },
    ),
  }
}

type Matter = Awaited<ReturnType<typeof readMatterExport>>["parts"]["matter"]

function matterValues(matter: Matter): Values {
  const status = matter.contact_main_marital_status
  const marital = (wanted: string) => status === wanted
  return {
    name: matter.name,
    id: matter.id,
    opened: { date: matter.open_date },
    closed: dateOf(matter.close_date),
    questionnaire: matter.questionnaire.internal_type,
    marital_status: (maritalWords.en as Record<string, string>)[status] ?? "",
    is_submitted: matter.is_submitted,
    is_single: marital("single"),
    is_married: marital("married"),
    is_partnered: marital("life_partner"),
    is_divorced: marital("divorced"),
    is_widowed: marital("widowed"),
    is_separated: marital("separated"),
    is_deceased: matter.contact_main_status === "deceased",
    is_incapacitated: matter.contact_main_status === "incapacitated",
  }
}

function roleValues(
  { role_description, focus_contact, assignments }: Role,
  nameOf: (id: string | null) => string,
): Values {
  return {
    role: role_description,
    for: nameOf(focus_contact) || null,
    first_choice: assignments[0]?.display_name ?? "",
    levels: assignments.map(({ position, display_name }) => ({
      choice: copyWords.en.choice(position),
      names: display_name,
    })),
  }
}

function assetValues(asset: OwnedAsset, kind: string, nameOf: (id: string | null) => string): Values {
  return {
    what: asset.identifier_value,
    kind,
    owner: ownersInWords(asset),
    value: { amount: asset.credit_value },
    owed: { amount: asset.debit_value },
    net: { amount: asset.net_value },
    beneficiaries: (asset.beneficiaries ?? []).map(({ contact, share, level }) => ({
      name: nameOf(contact),
      share: percent(share),
      is_primary: level === "primary",
    })),
  }
}

function answerValue({ type, value }: Answer, text: string): Value {
  if (typeof value !== "string" || text.includes("•")) return text
  return type === "date" ? { date: value } : type === "money" ? { amount: value } : text
}
