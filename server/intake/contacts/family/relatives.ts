// Each person's place in the family (pure), derived only from the recorded relationships. Lines are later drawn only
// for what is recorded: the questionnaire doesn't ask whose child a grandchild is, for example.

/** A person as the family's drawing sees one. */
export interface Relative {
  id: string
  name: string
  /** Codes of definition/people/relationships.ts: to the main person, and to the partner where that differs. */
  code: string
  partner_code: string | null
  is_main: boolean
  is_partner: boolean
}

export type Branch =
  | "main"
  | "partner"
  | "former"
  | "sibling"
  | "partner_sibling"
  | "parent"
  | "partner_parent"
  | "grandparent"
  | "partner_grandparent"
  | "child_main"
  | "child_both"
  | "child_partner"
  | "grandchild"
  | "great_grandchild"
  /** Of a known generation, but related through someone who is not recorded. */
  | "indirect"
  | "other"

export interface Relation {
  branch: Branch
  /** Generations below the main person's own; 0 for those without a known place. */
  generation: number
}

/** The places of everyone but advisors, who are not family; empty without a main person. */
export function relationsOf(people: readonly Relative[]): Map<string, Relation> {
  if (!people.some(({ is_main }) => is_main)) return new Map()
  const has_partner = people.some(({ is_partner }) => is_partner)
  return new Map(
    people
      .filter(({ code, is_main, is_partner }) => is_main || is_partner || !code.startsWith("5"))
      .map((person) => [person.id, relationOf(person, has_partner)]),
  )
}

function relationOf({ code, partner_code, is_main, is_partner }: Relative, has_partner: boolean): Relation {
  if (is_main) return { branch: "main", generation: 0 }
  if (is_partner) return { branch: "partner", generation: 0 }
  if (code.startsWith("1")) return { branch: "former", generation: 0 }
  const towards_partner = has_partner ? (partner_code ?? undefined) : undefined
  const own = direct[code]
  if (own) return own
  if (isChild(code) || (towards_partner && isOwnChild(towards_partner))) {
    const of_main = isOwnChild(code)
    const of_partner = has_partner && (towards_partner ? isOwnChild(towards_partner) : true)
    if (!of_main && !of_partner) return { branch: "indirect", generation: 1 }
    return { branch: of_main ? (of_partner ? "child_both" : "child_main") : "child_partner", generation: 1 }
  }
  const partners = has_partner ? (throughPartner[code] ?? throughPartnerOf(towards_partner)) : undefined
  if (partners) return partners
  const generation = generations[code]
  return generation === undefined ? { branch: "other", generation: 0 } : { branch: "indirect", generation }
}

function isChild(code: string): boolean {
  return code.startsWith("2")
}

/** By birth, adoption or fostering; stepchildren are the partner's. */
function isOwnChild(code: string): boolean {
  return isChild(code) && !["2SDTR", "2SSON", "2SCHD"].includes(code)
}

const direct: Readonly<Record<string, Relation>> = {
  ...spread(["3MOTH", "3FATH", "3PARN"], { branch: "parent", generation: -1 }),
  ...spread(["3SIST", "3BROT", "3SIBL"], { branch: "sibling", generation: 0 }),
  ...spread(["3GMTH", "3GFTH", "3GPAR"], { branch: "grandparent", generation: -2 }),
  ...spread(["3GDTR", "3GSON", "3GCHD", "3SGCH"], { branch: "grandchild", generation: 2 }),
  "3GGCH": { branch: "great_grandchild", generation: 3 },
}

const throughPartner: Readonly<Record<string, Relation>> = spread(["3MINL", "3FINL", "3PINL"], {
  branch: "partner_parent",
  generation: -1,
})

/** A relative of the partner only. */
function throughPartnerOf(code: string | undefined): Relation | undefined {
  const relation = code === undefined ? undefined : direct[code]
  switch (relation?.branch) {
    case "parent":
      return { ...relation, branch: "partner_parent" }
    case "sibling":
      return { ...relation, branch: "partner_sibling" }
    case "grandparent":
      return { ...relation, branch: "partner_grandparent" }
    default:
      return undefined
  }
}

/** Generations of relatives without a connecting line. */
const generations: Readonly<Record<string, number>> = {
  ...spread(["3SMTH", "3SFTH", "3SPAR", "3AUNT", "3UNCL", "3MINL", "3FINL", "3PINL"], -1),
  ...spread(["3HSIB", "3SSIB", "3COUS", "3SIIL", "3BRIL", "3SBIL"], 0),
  ...spread(["3NIEC", "3NEPH", "3DINL", "3SINL", "3CINL"], 1),
}

function spread<Value>(codes: readonly string[], value: Value): Record<string, Value> {
  return Object.fromEntries(codes.map((code) => [code, value]))
}
