import type { Approach } from "../definition/definition.ts"
import type { MaritalStatus } from "../definition/marital-status.ts"

/** A client made up to look at a questionnaire with: what rules may ask of a matter, and people to pick. */
export interface Persona {
  /** As the address names it. */
  name: string
  /** For its author. */
  label: string
  marital_status: MaritalStatus
  has_partner: boolean
  /** Their birth years, counted back from now. */
  children: readonly number[]
  /** Owns what rules ask about: with the partner, where there is one, and left to the first child. */
  has_assets: boolean
  /** Sees every part, whatever its rule. */
  sees_everything?: boolean
}

const own: readonly Persona[] = [
  {
    name: "couple",
    label: "Couple with young children",
    marital_status: "married",
    has_partner: true,
    children: [4, 9],
    has_assets: true,
  },
  {
    name: "blended",
    label: "Blended family",
    marital_status: "married",
    has_partner: true,
    children: [8, 24, 31],
    has_assets: true,
  },
  {
    name: "widow",
    label: "Widow with minors",
    marital_status: "widowed",
    has_partner: false,
    children: [7, 12],
    has_assets: true,
  },
  {
    name: "single",
    label: "Single, no children",
    marital_status: "single",
    has_partner: false,
    children: [],
    has_assets: false,
  },
]

const represented: readonly Persona[] = [
  {
    name: "executor",
    label: "Executor for a widowed parent",
    marital_status: "widowed",
    has_partner: false,
    children: [52, 47],
    has_assets: true,
  },
  {
    name: "spouse",
    label: "Executor for a spouse",
    marital_status: "married",
    has_partner: true,
    children: [19],
    has_assets: true,
  },
  {
    name: "childless",
    label: "Executor, no children",
    marital_status: "single",
    has_partner: false,
    children: [],
    has_assets: false,
  },
]

/** Who may meet a questionnaire of this approach; the last sees everything. */
export function personasFor(approach: Approach): readonly [Persona, ...Persona[]] {
  const [first, ...others] = approach.startsWith("rep-") ? represented : own
  const everything = { label: "Every part, whatever its rule", name: "everything", sees_everything: true }
  if (!first) throw new Error("There is no persona.")
  return [first, ...others, { ...first, ...everything }]
}

/** The one of this name, or the first. */
export function findPersona(approach: Approach, name: string): Persona {
  const personas = personasFor(approach)
  return personas.find((each) => each.name === name) ?? personas[0]
}
