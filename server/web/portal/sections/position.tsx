// A page's position in the questionnaire: section and progress above the heading, the list of sections at the side.

import { textIn } from "../../../definition/text.ts"
import { agreementUrl, signsFirst } from "../../../intake/agreements/portal/to-sign.ts"
import { mustSign, type ToSign } from "../../../intake/agreements/signing.ts"
import { Icon } from "../../ui/components/icon.tsx"
import { readSectionStates, type SectionState } from "../home/progress.ts"
import type { PageRequest } from "../page-request.ts"
import type { Position } from "./position-line.tsx"
import { type PageEntry, sectionUrl } from "./section.tsx"

/** Stands for a section id on the page before submitting. */
export const sendingId = "sending"

/** Stands for a section id on the pages that sign agreements. */
export const signingId = "signing"

/** The position of page `path` among the `pages` of its section. */
export async function positionIn(
  req: PageRequest,
  section_id: string,
  page: { pages: readonly PageEntry[]; path: string } = { pages: [], path: "" },
): Promise<Position> {
  const { lang } = req
  const [parts, toSign] = await Promise.all([readSectionStates(req), req.loaded.toSign()])
  const at = parts.findIndex(({ section }) => section.id === section_id)
  const part = parts[at]
  const rail = <Rail req={req} parts={parts} toSign={toSign} current={section_id} />
  if (!part) return { rail }
  return {
    rail,
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

/** The list of sections, with those that are completed marked. */
function Rail(props: {
  req: PageRequest
  parts: readonly SectionState[]
  toSign: readonly ToSign[]
  current: string
}) {
  const { req, parts, toSign, current } = props
  const { words, lang } = req
  const sending = req.may_edit ? words.home.submit_title : words.home.all_title
  const open = toSign.find((each) => mustSign(each, req.client.party)) ?? toSign[0]
  const isSigned = toSign.every(({ is_signed }) => is_signed)
  const signing = open && (
    <li>
      <a href={agreementUrl(open.agreement_id)} aria-current={current === signingId ? "step" : undefined}>
        <span>{words.sign.part}</span> {isSigned && <Done text={words.sign.signed} />}
      </a>
    </li>
  )
  return (
    <nav class="rail" aria-label={words.home.parts}>
      <a class="rail-home" href="/portal">
        {words.section.overview}
      </a>
      <ol>
        {signsFirst(req) && signing}
        {parts.map(({ section, state }) => {
          const isCurrent = section.id === current
          const title = textIn(section.title, lang)
          const mark = state === "completed" && <Done text={words.home.completed} />
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
        {!signsFirst(req) && signing}
        <li>
          <a href="/portal/check" aria-current={current === sendingId ? "step" : undefined}>
            <span>{sending}</span>
          </a>
        </li>
      </ol>
    </nav>
  )
}

function Done({ text }: { text: string }) {
  return (
    <>
      <Icon name="check" />
      <span class="visually-hidden">({text})</span>
    </>
  )
}
