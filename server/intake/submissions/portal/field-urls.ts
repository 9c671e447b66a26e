import { groupOf } from "../../../definition/people/relationships.ts"
import { agreementUrl } from "../../agreements/portal/to-sign.ts"
import { findPlanned } from "../../answers/portal/questions.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { checkPath, type PageEntry, sectionUrl } from "../../portal/sections/section.tsx"
import { openSection } from "../../portal/sections/section-pages.ts"
import type { Missing } from "../missing/missing-answer.ts"

/** The URL of the field of a missing answer, and the question there if both clients are asked it once. */
export async function locateMissing(
  req: PageRequest,
  { section_id, where }: Missing,
): Promise<{ href: string; question?: string | undefined }> {
  if ("agreement_id" in where) return { href: agreementUrl(where.agreement_id) }
  const [path, field, question] = await pathAndField(req, section_id, where)
  return { href: `${sectionUrl(section_id, path)}?return=all#${field}`, question }
}

/** The page of a section that has the field, the field's name there, and its question if a couple shares it. */
export async function pathAndField(
  req: PageRequest,
  section_id: string,
  where: Exclude<Missing["where"], { agreement_id: string }>,
): Promise<[path: string, field: string, question?: string | undefined]> {
  if ("role_id" in where) {
    const { role_id, focus_contact_id } = where
    return [focus_contact_id ? `${role_id}/${focus_contact_id}` : role_id, "level_1"]
  }
  if ("request_id" in where) return [where.request_id, "files"]
  if ("asset_id" in where && "field" in where) return [where.asset_id, where.field]
  if ("asset_id" in where) return [where.asset_id, "beneficiaries"]
  if ("question_id" in where) return [pathOfQuestion(req, section_id, where), where.question_id]
  const { pages } = await openSection(req, section_id)
  const { contact_id, field } = where
  const owner = await ownerOf(req, contact_id)
  const [topic, control] = topicOf(field)
  const own = pages.find(({ path }) => path === `${owner}/${topic}`)
  const controlOn = async (page: PageEntry | undefined) =>
    (await page?.open())?.fields?.find(({ name }) => name === control || name === `contact_main_${control}`)
  if (own && (await controlOn(own))) return [own.path, control]
  // Fields that a couple shares are on a page of their own, whose path has no slash.
  for (const shared of pages.filter(({ path }) => !path.includes("/"))) {
    const found = await controlOn(shared)
    if (found) return [shared.path, found.name, found.label]
  }
  return [own?.path ?? checkPath, control]
}

function pathOfQuestion(
  { definition, facts }: PageRequest,
  section_id: string,
  question: { question_id: string; about?: string },
): string {
  const section = definition.sections.find(({ id }) => id === section_id)
  const page =
    section?.kind === "questions" ? findPlanned(section.questions, facts.clients, question) : undefined
  return page?.path ?? checkPath
}

/** The path that a person's pages begin with. */
export async function ownerOf(req: PageRequest, contact_id: string): Promise<string> {
  const { contact_main_id, contact_spouse_id, contact_representative_id } = req.matter
  if (contact_id === contact_representative_id) return "you"
  if (contact_id === contact_main_id) return "main"
  if (contact_id === contact_spouse_id) return "partner"
  const person = (await req.loaded.people()).find(({ id }) => id === contact_id)
  return `${groupOf(person?.relationship_type ?? "")}/${contact_id}`
}

function topicOf(field: string): [topic: string, control: string] {
  switch (field) {
    case "date_of_birth":
    case "date_of_death":
    case "gender_binary":
    case "marital_status":
    case "number_of_children":
      return ["details", field]
    case "phone_numbers":
      return ["contact", "phone_mobile"]
    case "email_addresses":
      return ["contact", "email_home"]
    case "addresses":
      return ["address", "address_street"]
    default:
      return ["names", field]
  }
}
