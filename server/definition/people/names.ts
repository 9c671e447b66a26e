/** Full names of the people of a matter, by contact id. */
export type Names = Readonly<Record<string, string>>

export function namesOf(people: readonly { id: string; full_name: string }[]): Names {
  return Object.fromEntries(people.map(({ id, full_name }) => [id, full_name]))
}
