interface Named {
  id: string
  name: string
  email: string
}

/**
 * Ids of those a text names with an @: by the whole name, by the first name where only one has it, or by what stands
 * before the @ of the email address, in any case of letters.
 */
export function findMentioned(text: string, people: readonly Named[]): string[] {
  const folded = text.toLowerCase()
  const firstNames = people.map(firstNameOf)
  return people
    .filter((person) => {
      const first = firstNameOf(person)
      const isOnly = firstNames.filter((name) => name === first).length === 1
      const handles = [
        person.name.toLowerCase(),
        person.email.split("@")[0]?.toLowerCase() ?? "",
        isOnly ? first : "",
      ]
      return handles.some((handle) => handle !== "" && isNamed(folded, handle, people))
    })
    .map(({ id }) => id)
}

/** Whether the text has `@handle`, whole, and not as the beginning of somebody else's longer name. */
function isNamed(text: string, handle: string, people: readonly Named[]): boolean {
  const longer = people
    .map(({ name }) => name.toLowerCase())
    .filter((name) => name.length > handle.length && name.startsWith(`${handle} `))
  return [...text.matchAll(/(?<![\p{L}\p{N}])@/gu)].some(({ index }) => {
    const rest = text.slice(index + 1)
    if (!rest.startsWith(handle) || longer.some((name) => rest.startsWith(name))) return false
    return !/^[\p{L}\p{N}]/u.test(rest.slice(handle.length))
  })
}

function firstNameOf({ name }: Named): string {
  return name.toLowerCase().split(" ")[0] ?? ""
}
