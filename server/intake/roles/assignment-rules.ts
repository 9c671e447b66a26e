import type { Role as RoleDefinition } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import type { Fault } from "../../platform/errors.ts"

/** The faults of an assignment; `names` maps the matter's contact ids to names. */
export function checkAssignment(
  role: RoleDefinition | undefined,
  { focus_contact_id, levels }: RoleChoice,
  clients: readonly string[],
  names: Readonly<Record<string, string>>,
): Fault[] {
  if (!role) return [fault("role_id", "unknown_value", "This questionnaire has no such active role.")]
  const faults: Fault[] = []
  const name = textIn(role.role_description, "en")

  if (role.split && clients.length > 1 && !focus_contact_id) {
    faults.push(
      fault("focus_contact_id", "required", `“${name}” is chosen for each client. Specify which one.`),
    )
  } else if (focus_contact_id && !clients.includes(focus_contact_id)) {
    faults.push(fault("focus_contact_id", "unknown_value", "This person is not a client of the matter."))
  } else if (focus_contact_id && !role.split) {
    faults.push(fault("focus_contact_id", "unknown_value", `“${name}” is chosen once, not for each client.`))
  }

  if (levels.length > role.levels) {
    faults.push(fault("levels", "too_many", `“${name}” has at most ${count(role.levels, "level")}.`))
  }
  if (!role.several && levels.some((contacts) => contacts.length > 1)) {
    faults.push(fault("levels", "one_person_only", `Choose one person for each level of “${name}”.`))
  }
  const people = levels.flat()
  if (people.some((id) => !Object.hasOwn(names, id))) {
    faults.push(fault("levels", "person_unknown", `Choose people of this matter for “${name}”.`))
  }
  const duplicate = people.find((id, index) => people.indexOf(id) !== index)
  if (duplicate !== undefined) {
    const message = `${names[duplicate] || "This person"} is named twice for “${name}”. Name each person once.`
    faults.push(fault("levels", "person_twice", message))
  }
  return faults
}

/**
 * Levels as the role takes them now: those chosen in a version that took more have their last ones cut, which no page
 * shows.
 */
export function fittingLevels<Level extends readonly string[]>(
  { levels: max_levels, several }: Pick<RoleDefinition, "levels" | "several">,
  levels: readonly Level[],
): (Level | string[])[] {
  return levels.slice(0, max_levels).map((level) => (several ? level : level.slice(0, 1)))
}

function fault(param: string, code: string, message: string): Fault {
  return { param, code, message }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}

export interface RoleChoice {
  role_id: string
  /** The client a split role is for; omitted where there is only one. */
  focus_contact_id?: string | null
  /** First choice, then successors; each level lists the people who serve together. */
  levels: readonly (readonly string[])[]
  /** The revision the editor saw; see `recordChanges`. */
  seen?: number
}
