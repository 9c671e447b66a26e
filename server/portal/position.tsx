// Where a page stands in the questionnaire: its part and how far along, above the heading; all parts at its side.
import { textIn } from "../definition/text.ts"
import { Icon } from "../ui/components/icon.tsx"
import type { PageRequest } from "./page-request.ts"
import type { Position } from "./position-line.tsx"
import { type Part, readParts } from "./progress.ts"
import { type PageEntry, sectionUrl } from "./section.tsx"

/** What stands last in the list of parts, where everything is read once more and sent. */
export const sendingId = "sending"

/** The position of a page of a part, and the list of all parts; `way` are the pages one walks through. */
export async function positionIn(
  req: PageRequest,
  section_id: string,
  way: { pages: readonly PageEntry[]; path: string } = { pages: [], path: "" },
): Promise<Position> {
  const { words, lang } = req
  const parts = await readParts(req)
  const at = parts.findIndex(({ section }) => section.id === section_id)
  const part = parts[at]
  const rail = <Rail req={req} parts={parts} current={section_id} />
  if (!part) return { rail }
  return {
    rail,
    part: textIn(part.section.title, lang),
    count: words.section.part(at + 1, parts.length),
    // A part that is halfway through moves the bar by half a part.
    value: at + shareOf(way),
    max: parts.length,
  }
}

/** How much of its part lies before a page, 0 to 1; what is reached by a link only stands where the link does. */
function shareOf({ pages, path }: { pages: readonly PageEntry[]; path: string }): number {
  const at = pages.findIndex((page) => page.path === path)
  const isOnWay = ({ aside }: PageEntry) => !aside
  const total = pages.filter(isOnWay).length
  return total === 0 ? 0 : pages.slice(0, at + 1).filter(isOnWay).length / total
}

/** All parts with what is done of them, for screens that have the room. */
function Rail(props: { req: PageRequest; parts: readonly Part[]; current: string }) {
  const { req, parts, current } = props
  const { words, lang } = req
  const sending = req.may_edit ? words.home.submit_title : words.home.all_title
  return (
    <nav class="rail" aria-label={words.home.parts}>
      <a class="rail-home" href="/portal">
        {words.section.overview}
      </a>
      <ol>
        {parts.map(({ section, state }) => {
          const isCurrent = section.id === current
          const title = textIn(section.title, lang)
          const mark = state === "completed" && (
            <>
              <Icon name="check" />
              <span class="visually-hidden">({words.home.completed})</span>
            </>
          )
          return (
            <li key={section.id}>
              {state === "cannot_start" && !isCurrent ? (
                <span>{title}</span>
              ) : (
                <a href={sectionUrl(section.id)} aria-current={isCurrent ? "step" : undefined}>
                  <span>{title}</span> {mark}
                </a>
              )}
            </li>
          )
        })}
        <li>
          <a href="/portal/check" aria-current={current === sendingId ? "step" : undefined}>
            <span>{sending}</span>
          </a>
        </li>
      </ol>
    </nav>
  )
}
