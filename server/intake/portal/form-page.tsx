import type { ComponentChildren } from "preact"
import { findLanguage } from "../../definition/text.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import type { IdKind } from "../../platform/ids.ts"
import { rowStepField, textOf, withoutRow } from "../../web/portal/form.ts"
import { PageForm, skipField } from "../../web/portal/page-form.tsx"
import { Banner } from "../../web/ui/components/banner.tsx"
import type { SummaryError } from "../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../web/ui/components/page-heading.tsx"
import { isSameValue } from "../matters/changes/changes.ts"
import { type Field, type FieldEdit, type FieldStore, isMissing, leadOf } from "./fields/field.ts"
import { type FieldPart, FieldParts } from "./fields/field-parts.tsx"
import { errorsOf, type ParsedForm, parseForm, saveFields, withoutHidden } from "./fields/form-fields.ts"
import { addPersonUrl } from "./fields/person-picker.tsx"
import { faultOfUnfinished } from "./fields/unfinished-dates.ts"
import type { PageRequest } from "./page-request.ts"
import { conflictView, withoutConflicts } from "./sections/conflict.tsx"
import { NewRecord, newRecordId, type PageAddress, type SectionPage } from "./sections/section.tsx"
import { type View, withParameter } from "./view.tsx"

export interface FormPage {
  path: string
  title: string
  aside?: boolean | undefined
  /** Shown above the title. */
  caption?: string | undefined
  lede?: string | undefined
  /** Shown between the heading and the fields. */
  intro?: ComponentChildren
  fields: readonly Field[]
  /** Groups the fields; without it, they follow one another. */
  parts?: readonly FieldPart[] | undefined
  /** Lays the fields out in place of `parts`. */
  layout?(shown: ShownFields): ComponentChildren
  /** Replaces the fields' stores and turns autosave off: for a page whose Save does more than save answers. */
  saveByButton?: FieldStore["save"]
  /** More buttons, after Save. */
  more?: ComponentChildren
  /** Another button that leaves the page with required answers left blank. */
  leaves_by?: string
  /** Asks before the form does what `form`'s button says: the page is shown again with this above the fields. */
  ask?(form: Form, typed: ParsedForm): ComponentChildren
  /** The kind of record the form creates. */
  creates?: IdKind
  /** Where to go after saving; undefined for the next page. */
  next?: ((req: PageRequest, form: Form, request: PageAddress) => Promise<string | undefined>) | undefined
}

/** What a page's own layout shows. */
export interface ShownFields {
  fields: readonly Field[]
  /** The posted form, when the page is shown again. */
  typed: Form | undefined
  errors: readonly SummaryError[]
}

/** A page made of fields: shows them, saves the valid ones of a posted form, and shows faults and conflicts. */
export function formPage(page: FormPage): SectionPage {
  const { path, title, aside, fields } = page
  return {
    path,
    title,
    aside,
    given: fields.some((field) => field.given || field.later?.is_on),
    missing: fields.some((field) => isMissing(field, fields)),
    ...(page.saveByButton ? { checked_fields: fields } : { fields }),
    show: async (req, request) => formView(page, req, request),
    save: async (req, request) => {
      const form = withoutRow(withoutConflicts(request.form))
      const row = textOf(form, rowStepField)
      const language = findLanguage(textOf(form, "lang"))
      const own = `${request.path}${request.search}`
      const adding = addPersonUrl(form, own)
      const isLeaving =
        adding !== undefined ||
        [skipField, page.leaves_by].some((name) => name !== undefined && textOf(form, name) !== undefined)
      const isUnchecked = isLeaving || row !== undefined || language !== undefined
      const parsed = parseForm(fields, form, req, isUnchecked)
      const { edits, faults } = withoutHidden(fields, isUnchecked ? withoutPrior(fields, parsed) : parsed)
      const question = page.ask?.(form, { edits, faults })
      if (question) return { ...formView({ ...page, intro: question }, req, request, form), status: 422 }
      const {
        saved,
        conflicts,
        refused = {},
      } = page.saveByButton ? await page.saveByButton(req, edits) : await saveFields(req, fields, edits)
      if (conflicts.length > 0) return conflictView(req, request, fields, conflicts, form)
      // Blank fields are no faults for a client who leaves, and an unfinished date is kept; the rest would be lost.
      const isStored = ({ field }: ParsedForm["faults"][number]) =>
        isLeaving && field.type === "date" && !page.saveByButton
      // Of a field that is saved, what is still wrong can wait.
      const unfit = Object.entries(refused)
        .map(([href, text]) => ({ href, text }))
        .filter(({ href }) => !isUnchecked || fields.some(({ name }) => name === href))
      if (!faults.every(isStored) || unfit.length > 0) {
        // The valid fields are saved by now: without their new revisions, the next save would conflict with this one.
        const seen = fields.map((field) => ({ ...field, seen: saved[field.name] ?? field.seen }))
        return { ...formView({ ...page, fields: seen }, req, request, form, faults, unfit), status: 422 }
      }
      if (row) return { to: `${own}#${rowAnchor(row)}` }
      if (language) return { to: own }
      if (adding) return { to: adding }
      return { saved: true, to: await page.next?.(req, form, request) }
    },
  }
}

/** Drops prefilled answers that were left unchanged, each group as a whole: leaving the page does not confirm them. */
function withoutPrior(fields: readonly Field[], { edits, faults }: ParsedForm): ParsedForm {
  const fieldOf = (edit: FieldEdit) => fields.find(({ name }) => name === edit.field)
  const isShown = (edit: FieldEdit) => {
    const field = fieldOf(edit)
    return isSameValue(edit.value, field?.prior?.value ?? field?.value) && !edit.later
  }
  const changed = new Set(edits.filter((edit) => !isShown(edit)).map((edit) => fieldOf(edit)?.group))
  changed.delete(undefined)
  const isPrior = (edit: FieldEdit) => fieldOf(edit)?.prior !== undefined && isShown(edit)
  return { edits: edits.filter((edit) => !isPrior(edit) || changed.has(fieldOf(edit)?.group)), faults }
}

function formView(
  page: FormPage,
  req: PageRequest,
  request: PageAddress,
  typed?: Form,
  faults: ParsedForm["faults"] = [],
  unfit: readonly SummaryError[] = [],
): View {
  const { words, lang } = req
  const errors = [...errorsOf(faults, lang), ...unfit]
  const fields = page.fields.map((field) => withChoices(field, request))
  const unfinished = page.fields.flatMap((field) => {
    const fault = faultOfUnfinished(field, req.today)
    return fault ? [{ field, fault }] : []
  })
  // The first question that shows is the page's heading, unless the page has an introduction.
  const isLead = leadOf(page.fields)?.label === page.title && !page.intro && !page.lede
  return {
    title: page.title,
    errors,
    is_form: true,
    body: (
      <>
        {isLead ? (
          page.caption && <p class="page-caption">{page.caption}</p>
        ) : (
          <PageHeading caption={page.caption} title={page.title} lede={page.lede} />
        )}
        {page.intro}
        {request.query.follow_up && (
          <Banner tone="info" role="status">
            <p>{words.section.follow_up}</p>
          </Banner>
        )}
        <PageForm
          action={`${request.path}${request.search}`}
          words={words}
          autosave={!page.saveByButton}
          is_local={page.saveByButton !== undefined}
          skippable={!page.more && page.fields.some((field) => field.required && !field.given)}
          more={page.more}
        >
          {page.creates && <NewRecord id={newRecordId(page.creates, typed)} />}
          {page.layout?.({ fields, typed, errors }) ?? (
            <FieldParts
              {...{ parts: page.parts, fields, lang, words, typed, errors }}
              faults={typed ? faults : unfinished}
              heading={isLead}
            />
          )}
        </PageForm>
      </>
    ),
  }
}

/** The anchor of the added row, or of the table after a removal. */
function rowAnchor(step: string): string {
  const [what, name = "", number] = step.split(" ")
  return what === "add" ? `${name}-row-${number}` : name
}

/** Applies the URL's choices to a field: a person who was just added, or a masked answer to replace. */
function withChoices(field: Field, request: PageAddress): Field {
  // Of a field with several lists, such as beneficiaries, the parameter's name ends with the list's.
  const prefix = `picked.${field.name}`
  const parameter = Object.keys(request.query).find(
    (each) => each === prefix || each.startsWith(`${prefix}.`),
  )
  const list = parameter?.slice(prefix.length + 1)
  const picked = parameter && request.query[parameter]
  const isKnown = field.people?.some(({ contact_id }) => contact_id === picked)
  const chosen = field.value ?? field.prior?.value ?? null
  const before = Array.isArray(chosen) ? chosen : []
  const added =
    field.type === "many_of" && picked ? [...before, list ? `${list} ${picked} ` : picked] : picked
  const change_url = `${request.path}${withParameter(request.search, "change", field.name)}#${field.name}`
  return {
    ...field,
    value: added && isKnown ? added : chosen,
    masked:
      field.sensitive && field.given && request.query.change !== field.name ? { change_url } : undefined,
  }
}
