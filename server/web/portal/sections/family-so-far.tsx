// The people named so far and their roles: beside the form where there is room, folded below it elsewhere.
import { rolesOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { Details } from "../../ui/components/card.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import { pickablePeople } from "../fields/pickable-people.ts"
import type { PageRequest } from "../page-request.ts"

/** Null until there is someone besides the reader. */
export async function familySoFar(req: PageRequest) {
  const [people, assignments] = await Promise.all([pickablePeople(req), req.loaded.assignments()])
  if (people.length < 2) return null
  const rolesOfPerson = (id: string) =>
    rolesOf(req.definition).filter((role) =>
      assignments.some((each) => each.role_id === role.id && each.level === 1 && each.contact_id === id),
    )
  const { title } = req.words.family
  return (
    <aside class="so-far" aria-label={title}>
      <Details summary={title}>
        <ul class="plain-list">
          {people.map(({ contact_id, name, hint }) => (
            <li key={contact_id}>
              <b>{name}</b> <span class="hint">{hint}</span>
              {rolesOfPerson(contact_id).map((role) => (
                <Tag key={role.id}>{textIn(role.role_description, req.lang)}</Tag>
              ))}
            </li>
          ))}
        </ul>
      </Details>
    </aside>
  )
}
