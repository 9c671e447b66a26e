import type { Approach } from "../../../definition/definition.ts"
import type { MaritalStatus } from "../../../definition/people/marital-status.ts"

/** A fictional client for previews: facts that conditions compare, and people to choose from. */
export interface Persona {
  /** Its name in URLs. */
  name: string
  /** Its name for authors. */
  label: string
  marital_status: MaritalStatus
  has_partner: boolean
  /** Their ages, in years. */
  children: readonly number[]
  /** Has the assets that conditions refer to: owned with the partner, if any, and left to the first child. */
  has_assets: boolean
  /** Sees every part, regardless of conditions. */
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

/** The personas for a questionnaire of this approach; the last one sees every part. */
export function personasFor(approach: Approach): readonly [Persona, ...Persona[]] {
  const [first, ...others] = approach.startsWith("rep-") ? represented : own
  const everything = {
    label: "Everything, ignoring rules",
    name: "everything",
    sees_everything: true,
  }
  if (!first) throw new Error("There are no personas for this approach.")
  return [first, ...others, { ...first, ...everything }]
}

/** The persona with this name, or else the first one. */
export function findPersona(approach: Approach, name: string): Persona {
  const personas = personasFor(approach)
  return personas.find((each) => each.name === name) ?? personas[0]
}
