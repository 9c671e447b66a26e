interface Named {
  id: string
  name: string
  email: string
}

/**
 * Ids of the people a text mentions with an @: by full name, by first name if it is unique, or by the local part of
 * their email address. Case is ignored.
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

/** Whether the text contains `@handle` as a whole word that is not the beginning of someone else's longer name. */
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
