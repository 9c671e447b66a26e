import type { PeopleGroup } from "../definition.ts"
import type { Language } from "../text.ts"

/**
 * A person's relationship to the client, identified by an API code. The code's digit is its class, by which the
 * contacts of a matter are sorted. A published code never changes its meaning.
 */
export interface Relationship {
  type: string
  short: string
  description: string
  short_es: string
  gender_binary: "" | "Male" | "Female"
}

const table: readonly (readonly [string, string, string, string, ("Male" | "Female")?])[] = [
  ["0CLNT", "Client", "Client who works with the firm", "Cliente"],

  ["1MAIN", "Main client", "Person the matter is about", "Cliente principal"],
  ["1MARR", "Spouse", "Spouse, married", "Cónyuge"],
  ["1LIFP", "Life partner", "Life partner, not married", "Pareja de hecho"],
  ["1ENGA", "Engaged partner", "Fiancé or fiancée", "Prometido/a"],
  ["1SEPA", "Separated spouse", "Spouse, married but living apart", "Cónyuge separado/a"],
  ["1DIVO", "Former spouse", "Former spouse, divorced", "Excónyuge"],
  ["1EXPA", "Former partner", "Former life partner, never married", "Expareja"],
  ["1WIDW", "Surviving spouse", "Widow or widower", "Viudo/a"],
  ["1DECS", "Deceased spouse", "Late husband or wife", "Cónyuge fallecido/a"],

  ["2DATR", "Daughter", "Daughter", "Hija", "Female"],
  ["2SON", "Son", "Son", "Hijo", "Male"],
  ["2CHLD", "Child", "Child", "Hijo/a"],
  ["2SDTR", "Stepdaughter", "Daughter of the spouse or partner", "Hijastra", "Female"],
  ["2SSON", "Stepson", "Son of the spouse or partner", "Hijastro", "Male"],
  ["2SCHD", "Stepchild", "Child of the spouse or partner", "Hijastro/a"],
  ["2ADTR", "Adopted daughter", "Daughter by adoption", "Hija adoptiva", "Female"],
  ["2ASON", "Adopted son", "Son by adoption", "Hijo adoptivo", "Male"],
  ["2ACHD", "Adopted child", "Child by adoption", "Hijo/a adoptivo/a"],
  ["2FDTR", "Foster daughter", "Daughter in foster care", "Hija de crianza", "Female"],
  ["2FSON", "Foster son", "Son in foster care", "Hijo de crianza", "Male"],
  ["2FCHD", "Foster child", "Child in foster care", "Hijo/a de crianza"],
  ["2DCHD", "Deceased child", "Child who has died", "Hijo/a fallecido/a"],

  ["3MOTH", "Mother", "Mother", "Madre", "Female"],
  ["3FATH", "Father", "Father", "Padre", "Male"],
  ["3PARN", "Parent", "Parent", "Padre o madre"],
  ["3SMTH", "Stepmother", "Wife of a parent", "Madrastra", "Female"],
  ["3SFTH", "Stepfather", "Husband of a parent", "Padrastro", "Male"],
  ["3SPAR", "Stepparent", "Spouse of a parent", "Padrastro o madrastra"],
  ["3SIST", "Sister", "Sister", "Hermana", "Female"],
  ["3BROT", "Brother", "Brother", "Hermano", "Male"],
  ["3SIBL", "Sibling", "Brother or sister", "Hermano/a"],
  ["3HSIB", "Half sibling", "Half brother or half sister", "Medio/a hermano/a"],
  ["3SSIB", "Step sibling", "Stepbrother or stepsister", "Hermanastro/a"],
  ["3GDTR", "Granddaughter", "Daughter of a child", "Nieta", "Female"],
  ["3GSON", "Grandson", "Son of a child", "Nieto", "Male"],
  ["3GCHD", "Grandchild", "Child of a child", "Nieto/a"],
  ["3GGCH", "Great-grandchild", "Child of a grandchild", "Bisnieto/a"],
  ["3SGCH", "Step-grandchild", "Child of a stepchild, or stepchild of a child", "Nietastro/a"],
  ["3GMTH", "Grandmother", "Mother of a parent", "Abuela", "Female"],
  ["3GFTH", "Grandfather", "Father of a parent", "Abuelo", "Male"],
  ["3GPAR", "Grandparent", "Parent of a parent", "Abuelo/a"],
  ["3AUNT", "Aunt", "Aunt", "Tía", "Female"],
  ["3UNCL", "Uncle", "Uncle", "Tío", "Male"],
  ["3NIEC", "Niece", "Niece", "Sobrina", "Female"],
  ["3NEPH", "Nephew", "Nephew", "Sobrino", "Male"],
  ["3COUS", "Cousin", "Cousin", "Primo/a"],
  ["3MINL", "Mother-in-law", "Mother of the spouse or partner", "Suegra", "Female"],
  ["3FINL", "Father-in-law", "Father of the spouse or partner", "Suegro", "Male"],
  ["3PINL", "Parent-in-law", "Parent of the spouse or partner", "Suegro/a"],
  ["3DINL", "Daughter-in-law", "Wife of a child", "Nuera", "Female"],
  ["3SINL", "Son-in-law", "Husband of a child", "Yerno", "Male"],
  ["3CINL", "Child-in-law", "Spouse or partner of a child", "Yerno o nuera"],
  ["3SIIL", "Sister-in-law", "Sister of the spouse, or wife of a sibling", "Cuñada", "Female"],
  ["3BRIL", "Brother-in-law", "Brother of the spouse, or husband of a sibling", "Cuñado", "Male"],
  ["3SBIL", "Sibling-in-law", "Sibling of the spouse, or spouse of a sibling", "Cuñado/a"],
  ["3OFAM", "Other family", "Another member of the family", "Otro familiar"],

  ["4FRND", "Friend", "Friend", "Amigo/a"],
  ["4NEIG", "Neighbor", "Neighbor", "Vecino/a"],
  ["4COLL", "Colleague", "Colleague from work", "Compañero/a de trabajo"],
  ["4BUSP", "Business partner", "Partner in a business", "Socio/a de negocios"],
  ["4GODM", "Godmother", "Godmother", "Madrina", "Female"],
  ["4GODF", "Godfather", "Godfather", "Padrino", "Male"],
  ["4GODC", "Godchild", "Godson or goddaughter", "Ahijado/a"],
  ["4GUAR", "Guardian", "Legal guardian", "Tutor/a legal"],
  ["4WARD", "Ward", "Person under the guardianship of the client", "Pupilo/a"],
  ["4CARE", "Caregiver", "Person who cares for the client", "Cuidador/a"],
  ["4EMPL", "Employee", "Employee of the client", "Empleado/a"],
  ["4EXEC", "Executor", "Executor or personal representative named in a will", "Albacea"],
  ["4TRUS", "Trustee", "Trustee of a trust", "Fiduciario/a"],
  ["4CRED", "Creditor", "Person or company money is owed to", "Acreedor/a"],
  ["4TENA", "Tenant", "Tenant in a property of the client", "Inquilino/a"],
  ["4CHAR", "Charity", "Charity or other organization", "Organización benéfica"],
  ["4OTHR", "Other", "Another person", "Otra persona"],

  ["5ATTY", "Attorney", "Attorney", "Abogado/a"],
  ["5ACCT", "Accountant", "Accountant or CPA", "Contador/a"],
  ["5TAXP", "Tax preparer", "Person who prepares tax returns", "Preparador/a de impuestos"],
  ["5FINA", "Financial advisor", "Financial advisor or planner", "Asesor/a financiero/a"],
  ["5WMAN", "Wealth manager", "Wealth manager", "Gestor/a de patrimonio"],
  ["5BANK", "Banker", "Banker or bank contact", "Banquero/a"],
  ["5BROK", "Broker", "Securities broker", "Corredor/a de bolsa"],
  ["5INSU", "Insurance agent", "Insurance agent", "Agente de seguros"],
  ["5TRCO", "Trust company", "Trust company or corporate trustee", "Compañía fiduciaria"],
  ["5REAL", "Real estate agent", "Real estate agent", "Agente inmobiliario/a"],
  ["5APPR", "Appraiser", "Appraiser", "Tasador/a"],
  ["5PHYS", "Physician", "Physician", "Médico/a"],
  ["5CMGR", "Care manager", "Geriatric care manager or social worker", "Gestor/a de cuidados"],
  ["5CLER", "Clergy", "Member of the clergy or spiritual advisor", "Clérigo o guía espiritual"],
  ["5FUNL", "Funeral director", "Funeral director", "Director/a de funeraria"],
  ["5OADV", "Other advisor", "Another professional advisor", "Otro asesor"],
]

export const relationships: readonly Relationship[] = table.map<Relationship>(
  ([type, short, description, short_es, gender]) => ({
    type,
    short,
    description,
    short_es,
    gender_binary: gender ?? "",
  }),
)

const byType = new Map(relationships.map((relationship) => [relationship.type, relationship]))

export function findRelationship(type: string): Relationship | undefined {
  return byType.get(type)
}

/** The label in `language`, or the code itself if it is unknown. */
export function relationshipLabel(type: string, language: Language): string {
  const relationship = byType.get(type)
  if (!relationship) return type
  return language === "es" ? relationship.short_es : relationship.short
}

/** The relationships that people of a group most often have, offered before the others. */
export const commonRelationships: Record<PeopleGroup["group"], readonly string[]> = {
  children: ["2DATR", "2SON", "2SDTR", "2SSON"],
  family: ["1WIDW", "3MOTH", "3FATH", "3SIST", "3BROT", "3GCHD"],
  others: ["4FRND", "4NEIG", "4BUSP", "4CHAR"],
  advisors: ["5ATTY", "5ACCT", "5FINA", "5INSU", "5PHYS"],
}

/**
 * How much a shared name weighs in a conflict check, as `conflict_weight` in the database; the smallest weighs most.
 * Advisors and charities appear in many matters without a conflict.
 */
export const weights = { adverse: 1, party: 2, other: 3, advisor: 4 } as const
export type Weight = (typeof weights)[keyof typeof weights]

/** People who may be on the other side: separated and former spouses, business partners, creditors, tenants. */
const adverse = new Set(["1SEPA", "1DIVO", "1EXPA", "4BUSP", "4CRED", "4TENA"])

export function conflictWeightOf(type: string): Weight {
  if (adverse.has(type)) return weights.adverse
  if (classOf(type) === 5 || type === "4CHAR") return weights.advisor
  return classOf(type) <= 1 ? weights.party : weights.other
}

/** The class that contacts are sorted by: 0 client, 1 spouse or partner, 2 children, 3 family, 4 others, 5 advisors. */
export function classOf(type: string): number {
  return Number(type.charAt(0))
}

/** The relationships offered in a group of the people section, in the order of the table. */
export function relationshipsOfGroup(group: PeopleGroup["group"]): readonly Relationship[] {
  return relationships.filter(({ type }) => groupOf(type) === group)
}

/**
 * The group of the people section that a person with this code belongs to; undefined for the clients and the person the
 * matter is about, who have their own section. A spouse who is not a client is family.
 */
export function groupOf(type: string): PeopleGroup["group"] | undefined {
  if (type === "0CLNT" || type === "1MAIN") return undefined
  const groups = [undefined, "family", "children", "family", "others", "advisors"] as const
  return groups[classOf(type)]
}
