import type { RolesSection } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import { type Field, isMissing } from "../../../web/portal/fields/field.ts"
import { errorsOf, parseForm } from "../../../web/portal/fields/form-fields.ts"
import { addPersonUrl } from "../../../web/portal/fields/person-picker.tsx"
import { UnsuitablePeople } from "../../../web/portal/fields/unsuitable-people.tsx"
import { seenOf, textOf } from "../../../web/portal/form.ts"
import { PageForm, skipField } from "../../../web/portal/page-form.tsx"
import { type PageRequest, refresh } from "../../../web/portal/page-request.ts"
import { conflictView, withoutConflicts } from "../../../web/portal/sections/conflict.tsx"
import { recordLater } from "../../../web/portal/sections/later.tsx"
import type { PageAddress, SectionPage } from "../../../web/portal/sections/section.tsx"
import type { View } from "../../../web/portal/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, Button } from "../../../web/ui/components/button.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { LevelField } from "./level-field.tsx"
import {
  arranged,
  duplicateError,
  findDuplicate,
  levelFields,
  levelName,
  levelsAfter,
  saveLevels,
  storeLevels,
  withoutGaps,
} from "./levels.ts"
import { type FilledSlot, filledSlotOf, roleWords } from "./slots.ts"

/** The name of the buttons that move, remove and add levels. */
const arrangeField = "arrange"

/** The page of one role: first choice and successors, picked from the matter's contacts. */
export function rolePage(
  req: PageRequest,
  section: RolesSection,
  filled: FilledSlot,
  isFirst: boolean,
): SectionPage {
  return {
    path: filled.path,
    title: filled.title,
    given: filled.levels.length > 0 || filled.later.is_on,
    missing: filled.role.required === true && filled.levels.length === 0 && !filled.later.is_on,
    fields: levelFields(req, filled, filled.role.levels),
    show: async (req, request) =>
      roleView(req, filled, request, {
        instructions: isFirst ? textIn(section.instructions, req.lang) : "",
      }),
    save: async (req, request) => {
      const form = withoutConflicts(request.form)
      const own = `${request.path}${request.search}`
      const action = textOf(form, arrangeField)
      const adding = addPersonUrl(form, own)
      const language = textOf(form, "lang")
      const isLeaving = [action, adding, language, textOf(form, skipField)].some((text) => text !== undefined)
      const shown = levelFields(req, filled, Math.max(shownCount(filled, request), sentCount(form)))
      const parsed = parseForm(shown, form, req, isLeaving)
      const duplicate = findDuplicate(levelsAfter(filled.levels, parsed.edits))
      if (duplicate) return faultyView(req, filled, request, form, [duplicateError(req, filled, duplicate)])
      const { saved: revisions, conflicts } = await saveLevels(req, filled, parsed.edits)
      await recordLater(req, shown, parsed.edits)
      if (conflicts.length > 0) return conflictView(req, request, shown, conflicts, form)
      if (parsed.faults.length > 0 && !isLeaving) {
        const seen = Math.max(filled.seen, ...Object.values(revisions))
        return faultyView(req, { ...filled, seen }, request, form, errorsOf(parsed.faults, req.lang))
      }

      if (adding) return { to: adding }
      if (language !== undefined) return { to: own }
      const saved = await filledSlotOf(await refresh(req), filled)
      const levels = action === undefined ? withoutGaps(saved.levels) : arranged(saved.levels, action)
      await storeLevels(req, filled, levels)
      if (action === undefined) return { saved: true }
      return { saved: true, to: urlAfter(request, filled, levels.length, action) }
    },
  }
}

/** How many levels the page shows: at least two, all that are filled, and as many as `?levels=` asks for. */
function shownCount({ role, levels }: FilledSlot, { query }: PageAddress): number {
  const wanted = /^\d$/.test(query.levels ?? "") ? Number(query.levels) : 0
  return Math.max(levels.length, Math.min(role.levels, Math.max(2, wanted)))
}

function sentCount(form: Form): number {
  let count = 0
  while (seenOf(form, levelName(count)) !== undefined) count += 1
  return count
}

/** The page's own URL, at the level that was moved or added. */
function urlAfter(request: PageAddress, { role }: FilledSlot, count: number, action: string): string {
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
  req: PageRequest,
  filled: FilledSlot,
  request: PageAddress,
  typed: Form,
  errors: readonly SummaryError[],
): View {
  return { ...roleView(req, filled, request, { typed, errors }), status: 422 }
}

function roleView(req: PageRequest, filled: FilledSlot, request: PageAddress, shown: Shown): View {
  const { lang } = req
  const { role, levels } = filled
  const words = req.words.roles
  const count = Math.max(shownCount(filled, request), shown.typed ? sentCount(shown.typed) : 0)
  const fields = levelFields(req, filled, count)
  const { errors = [] } = shown
  const help = textIn(role.help, lang)
  return {
    title: filled.title,
    errors,
    is_form: true,
    body: (
      <>
        <PageHeading
          caption={filled.for_client && words.for_person(filled.for_client)}
          title={filled.name}
          lede={help || undefined}
        />
        {shown.instructions && <p>{shown.instructions}</p>}
        {filled.candidates.length === 0 && <p>{words.none_chosen}</p>}
        <PageForm
          action={`${request.path}${request.search}`}
          words={req.words}
          autosave
          skippable={fields.some((field) => isMissing(field, fields))}
        >
          {fields.map((field, index) => (
            <LevelField
              key={field.name}
              req={req}
              filled={filled}
              field={field}
              index={index}
              typed={shown.typed}
              picked={request.query[`picked.${field.name}`]}
              error={errors.find(({ href }) => href === field.name)?.text}
              arrangeField={arrangeField}
            />
          ))}
          <UnsuitablePeople req={req} unsuitable={filled.unsuitable} />
          <NoSuccessor req={req} filled={filled} level_fields={fields} />
          {levels.length >= 2 && count < role.levels && (
            <Actions>
              <Button variant="secondary" icon="plus" name={arrangeField} value="add">
                {words.add_successor}
              </Button>
            </Actions>
          )}
        </PageForm>
      </>
    ),
  }
}

/** Warns that no one would step in for the first choice. */
function NoSuccessor({
  req,
  filled,
  level_fields: fields,
}: {
  req: PageRequest
  filled: FilledSlot
  level_fields: readonly Field[]
}) {
  const [first = [], ...others] = filled.levels
  if (filled.role.levels < 2 || first.length === 0 || others.some((chosen) => chosen.length > 0)) return null
  const names = first.map((id) => fields[0]?.people?.find(({ contact_id }) => contact_id === id)?.name ?? "")
  return <Notice tone="warning">{roleWords(req).no_successor(joinWords(names, req.lang))}</Notice>
}
