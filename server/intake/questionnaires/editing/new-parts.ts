import type {
  Category,
  DocumentRequest,
  PeopleGroup,
  Question,
  Role,
  SectionKind,
} from "../../../definition/definition.ts"
import { isSecret, type QuestionType } from "../../../definition/kinds.ts"
import { newId } from "../../../platform/ids.ts"

/** New parts with default settings. */

/** A part for a section of this kind; undefined if the kind has fixed parts. */
export function newPart(
  kind: SectionKind,
  type: QuestionType,
  words: string,
): Question | Role | Category | DocumentRequest | undefined {
  if (kind === "questions") return { ...newQuestion(type), prompt: words }
  if (kind === "roles") return { ...newRole(), role_description: words }
  if (kind === "assets") return { ...newCategory(), title: words }
  return kind === "documents" ? { ...newRequest(), label: words } : undefined
}

export function newQuestion(type: QuestionType): Question {
  return {
    ...{ id: newId("question"), type, prompt: "" },
    ...{ required: false, each_client: false, sensitive: isSecret(type) },
  }
}

export function newRole(): Role {
  return {
    ...{ id: newId("role"), role_description: "" },
    ...{ split: false, levels: 2, several: false, active: true },
  }
}

export function newCategory(): Category {
  return {
    ...{ id: newId("category"), title: "", general_category: null, active: true, order: 10_000 },
    ...{ ask_credit_value: true, ask_debit_value: false, ask_beneficiaries: false },
    identifier_label: { en: "Name or description", es: "Nombre o descripción" },
    owner_label: { en: "Who owns it?", es: "¿De quién es?" },
    credit_label: { en: "About how much is it worth?", es: "¿Cuánto vale, más o menos?" },
    debit_label: { en: "About how much is owed on it?", es: "¿Cuánto se debe, más o menos?" },
    additional_fields: [],
  }
}

export function newRequest(): DocumentRequest {
  return { id: newId("document_request"), label: "", required: false, several: true }
}

export function newPeopleGroups(): PeopleGroup[] {
  return (["children", "family", "others", "advisors"] as const).map((group) => newPeopleGroup(group))
}

export function newPeopleGroup(group: PeopleGroup["group"]): PeopleGroup {
  return {
    group,
    included: group !== "advisors",
    prompt: groupPrompts[group],
    fields: {
      ...(group === "children" && { date_of_birth: "optional" }),
      ...{ phone_numbers: "optional", email_addresses: "optional" },
    },
  }
}

const groupPrompts: Record<PeopleGroup["group"], PeopleGroup["prompt"]> = {
  children: { en: "Your children", es: "Sus hijos" },
  family: { en: "Other family members", es: "Otros familiares" },
  others: { en: "Other people you trust", es: "Otras personas de su confianza" },
  advisors: { en: "Your advisors", es: "Sus asesores" },
}
