// A page's position in the questionnaire: section and progress above the heading, the list of sections at the side.

import { rolesOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { Icon } from "../../../web/ui/components/icon.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { Task } from "../../../web/ui/components/task-list.tsx"
import { pickablePeople } from "../fields/pickable-people.ts"
import type { PageRequest } from "../page-request.ts"
import { pathOf } from "../path/path.tsx"
import { readSectionStates } from "../path/progress.ts"
import type { Position } from "./position-line.tsx"
import type { PageEntry } from "./section.tsx"

/** Stands for a section id on the page before submitting. */
export const sendingId = "submit"

/** The position of page `path` among the `pages` of its section, or of an agreement. */
export async function positionIn(
  req: PageRequest,
  section_id: string,
  page: { pages: readonly PageEntry[]; path: string } = { pages: [], path: "" },
): Promise<Position> {
  const { lang } = req
  const parts = await readSectionStates(req)
  const at = parts.findIndex(({ section }) => section.id === section_id)
  const part = parts[at]
  const rail = <Rail req={req} rows={await pathOf(req, parts)} current={section_id} />
  const aside = await familySoFar(req)
  if (!part) return { rail, aside }
  return {
    rail,
    aside,
    part: textIn(part.section.title, lang),
    value: at + shareOf(page),
    max: parts.length,
  }
}

/** How far into its section a page is, 0 to 1; an aside counts as the main page before it. */
function shareOf({ pages, path }: { pages: readonly PageEntry[]; path: string }): number {
  const at = pages.findIndex((page) => page.path === path)
  const isMain = ({ aside }: PageEntry) => !aside
  const total = pages.filter(isMain).length
  return total === 0 ? 0 : pages.slice(0, at + 1).filter(isMain).length / total
}

/** The list of all rows of the path, with those that are completed marked. */
function Rail(props: { req: PageRequest; rows: readonly Task[]; current: string }) {
  const { words } = props.req
  return (
    <nav class="rail" aria-label={words.home.parts}>
      <a class="rail-home" href="/portal">
        {words.section.overview}
      </a>
      <ol>
        {props.rows.map(({ id, title, href, status }) => (
          <li key={id}>
            {href ? (
              <a href={href} aria-current={id === `task-${props.current}` ? "step" : undefined}>
                <span>{title}</span> {status.done && <Icon name="check" />}
                {status.done && <span class="visually-hidden">({status.text})</span>}
              </a>
            ) : (
              <span>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The people named so far and their roles, folded where there is no room; null until there is someone besides the reader. */
async function familySoFar(req: PageRequest) {
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
