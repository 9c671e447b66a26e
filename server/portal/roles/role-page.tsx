import type { RolesSection } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import type { Form } from "../../platform/http/pages.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Notice } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import type { SummaryError } from "../../ui/components/error-summary.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { conflictView, settled } from "../conflict.tsx"
import { errorsOf, type Field, isMissing, parseForm } from "../field.ts"
import { seenOf, textOf } from "../form.ts"
import { PageForm, skipField } from "../page-form.tsx"
import { addPersonField } from "../person-picker.tsx"
import type { PageRequest, SectionPage } from "../section.tsx"
import type { View } from "../view.tsx"
import { refresh, type Visit } from "../visit.ts"
import { LevelField } from "./level-field.tsx"
import {
  arranged,
  findTwice,
  levelFields,
  levelName,
  levelsAfter,
  saveLevels,
  storeLevels,
  twiceError,
  withoutGaps,
} from "./levels.ts"
import { joinNames, type Seat, seatOf } from "./seats.ts"

/** The field of the buttons that move, remove and add levels. */
const arrangeField = "arrange"

/** The page of one role: first choice and successors, each picked from the people there are. */
export function rolePage(visit: Visit, section: RolesSection, seat: Seat, isFirst: boolean): SectionPage {
  return {
    path: seat.path,
    title: seat.title,
    given: seat.levels.length > 0,
    missing: seat.role.required === true && seat.levels.length === 0,
    fields: levelFields(visit, seat, seat.role.levels),
    show: async (visit, request) =>
      roleView(visit, seat, request, {
        instructions: isFirst ? textIn(section.instructions, visit.lang) : "",
      }),
    save: async (visit, request) => {
      const form = settled(request.form)
      const action = textOf(form, arrangeField)
      const asking = textOf(form, addPersonField)
      const language = textOf(form, "lang")
      const isLeaving = [action, asking, language, textOf(form, skipField)].some((text) => text !== undefined)
      const shown = levelFields(visit, seat, Math.max(shownCount(seat, request), sentCount(form)))
      const heard = parseForm(shown, form, visit.today, isLeaving)
      const twice = findTwice(levelsAfter(seat.levels, heard.edits))
      if (twice) return faultyView(visit, seat, request, form, [twiceError(visit, seat, twice)])
      const { saved: revisions, conflicts } = await saveLevels(visit, seat, heard.edits)
      if (conflicts.length > 0) return conflictView(visit, request, shown, conflicts, form)
      if (heard.faults.length > 0 && !isLeaving) {
        const seen = Math.max(seat.seen, ...Object.values(revisions))
        return faultyView(visit, { ...seat, seen }, request, form, errorsOf(heard.faults, visit.lang))
      }

      const saved = await seatOf(await refresh(visit), seat)
      if (asking !== undefined) {
        const back = `${request.path}${request.search}`
        return { to: `/portal/people/new?${new URLSearchParams({ for: asking, back })}` }
      }
      const levels = action === undefined ? withoutGaps(saved.levels) : arranged(saved.levels, action)
      await storeLevels(visit, seat, levels)
      if (action === undefined) return { saved: true }
      return { saved: true, to: addressAfter(request, seat, levels.length, action) }
    },
  }
}

/** How many levels the page shows: those there are, one successor more than none, and what was asked for. */
function shownCount({ role, levels }: Seat, { query }: PageRequest): number {
  const asked = /^\d$/.test(query.levels ?? "") ? Number(query.levels) : 0
  return Math.max(levels.length, Math.min(role.levels, Math.max(2, asked)))
}

function sentCount(form: Form): number {
  let count = 0
  while (seenOf(form, levelName(count)) !== undefined) count += 1
  return count
}

/** The page itself once more, at the level that was moved or added. */
function addressAfter(request: PageRequest, { role }: Seat, count: number, action: string): string {
  const [verb = "", number = ""] = action.split(".")
  const query = new URLSearchParams(request.search)
  query.delete("levels")
  if (verb === "add") query.set("levels", String(Math.min(count + 1, role.levels)))
  const at = verb === "add" ? count + 1 : Number(number) + (verb === "up" ? -1 : verb === "down" ? 1 : 0)
  const search = query.size > 0 ? `?${query}` : ""
  return `${request.path}${search}#level_${Math.max(1, Math.min(at, role.levels))}-field`
}

interface Shown {
  instructions?: string
  typed?: Form
  errors?: readonly SummaryError[]
}

function faultyView(
  visit: Visit,
  seat: Seat,
  request: PageRequest,
  typed: Form,
  errors: readonly SummaryError[],
): View {
  return { ...roleView(visit, seat, request, { typed, errors }), status: 422 }
}

function roleView(visit: Visit, seat: Seat, request: PageRequest, shown: Shown): View {
  const { lang } = visit
  const { role, levels } = seat
  const words = visit.words.roles
  const count = Math.max(shownCount(seat, request), shown.typed ? sentCount(shown.typed) : 0)
  const fields = levelFields(visit, seat, count)
  const { errors = [] } = shown
  const help = textIn(role.help, lang)
  return {
    title: seat.title,
    errors,
    is_form: true,
    body: (
      <>
        <PageHeading
          caption={seat.for_whom && words.for_person(seat.for_whom)}
          title={seat.name}
          lede={help || undefined}
        />
        {shown.instructions && <p>{shown.instructions}</p>}
        {seat.candidates.length === 0 && <p>{words.nobody_yet}</p>}
        <PageForm
          action={`${request.path}${request.search}`}
          words={visit.words}
          autosave
          skippable={fields.some((field) => isMissing(field, fields))}
        >
          {fields.map((ask, index) => (
            <LevelField
              key={ask.name}
              visit={visit}
              seat={seat}
              field={ask}
              index={index}
              typed={shown.typed}
              picked={request.query[`picked.${ask.name}`]}
              error={errors.find(({ href }) => href === ask.name)?.text}
              arrangeField={arrangeField}
            />
          ))}
          <NoSuccessor visit={visit} seat={seat} asks={fields} />
          {levels.length >= 2 && count < role.levels && (
            <Actions>
              <Button look="secondary" icon="plus" name={arrangeField} value="add">
                {words.add_successor}
              </Button>
            </Actions>
          )}
        </PageForm>
      </>
    ),
  }
}

/** Says clearly that nobody would step in. */
function NoSuccessor({ visit, seat, asks: fields }: { visit: Visit; seat: Seat; asks: readonly Field[] }) {
  const [first = [], ...others] = seat.levels
  if (seat.role.levels < 2 || first.length === 0 || others.some((chosen) => chosen.length > 0)) return null
  const names = first.map((id) => fields[0]?.people?.find(({ contact_id }) => contact_id === id)?.name ?? "")
  return <Notice tone="warning">{visit.words.roles.no_successor(joinNames(visit, names))}</Notice>
}
