/*
 * To add a kind of section:
 *
 * 1. Export a `SectionPages<ItsSection>` from its noun's `portal/` folder, and register it in `section-pages.ts`.
 * 2. `pages()` lists the section's current pages in order. A page has a `path` below `/portal/sections/<section id>/`;
 *    one that only a link leads to (add, edit, remove …) is an `aside`. Pages are built when they are opened, so
 *    saving one field builds one page.
 * 3. Most pages are a `formPage({ path, title, fields })` (form-page.tsx). A field (field.ts) knows how to parse,
 *    validate, show and save itself; the page adds the form, "Skip for now", conflicts and the person picker. Autosave
 *    finds a field by the page's path and the field's name. A page with its own layout writes `show` and `save`.
 * 4. `save()` returns `{ saved: true }` to go to the next page, `{ to }` to go elsewhere, or a `View` (status 422 with
 *    `errors`, or 409) to stay. It saves the valid fields even if others are faulty. The caller has locked the matter
 *    for editing, so `save` never sees a read-only matter.
 * 5. `summary()` returns the rows of the section's check page, which the page before submitting also shows.
 *
 * section-navigation.tsx, section-check.tsx and ../path/progress.ts do the rest: URLs, order, `?return=` for Change links,
 * the check page, how each section stands on the home page, and read-only mode.
 */

import type { Section } from "../../../definition/definition.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { type IdKind, idPrefixes, isId, newId } from "../../../platform/ids.ts"
import { textOf } from "../../../web/portal/form.ts"
import { newRecordField } from "../../../web/portal/new-record-field.ts"
import type { Field } from "../fields/field.ts"
import type { PageRequest } from "../page-request.ts"
import type { Confirmation, Redirect, View } from "../view.tsx"

export interface SectionPages<Kind extends Section = Section> {
  pages(req: PageRequest, section: Kind): Promise<PageEntry[]>
  summary(req: PageRequest, section: Kind): Promise<SummaryGroup[]>
  /** A sentence saying why the section cannot be started yet; undefined if it can. */
  waitsFor?(req: PageRequest, section: Kind): Promise<string | undefined>
}

/** A page in its section's list, built when it is opened. */
export interface PageEntry {
  path: string
  /** Only a link leads here: "next" and progress skip it. */
  aside?: boolean | undefined
  /** The URL of the page that has taken its place, to which old links lead. */
  leads_to?: string | undefined
  open(): Promise<SectionPage>
}

/** The entry of a page that is already built. */
export function entryOf(page: SectionPage): PageEntry {
  return { path: page.path, aside: page.aside, open: async () => page }
}

export interface SectionPage {
  path: string
  title: string
  /** Only a link leads here: "next" and progress skip it. */
  aside?: boolean
  /** Anything on the page has been answered, so the section is in progress. */
  given?: boolean
  /** A required answer is missing, so returning to the section leads here first. */
  missing?: boolean
  show(req: PageRequest, request: PageAddress): Promise<View>
  save?(req: PageRequest, request: PageAddress & { form: Form }): Promise<View | Redirect | Saved>
  /** The fields that autosave may save. */
  fields?: readonly Field[] | undefined
  /** The fields of a page that only its button saves, which autosave may check. */
  checked_fields?: readonly Field[] | undefined
}

export interface Saved {
  saved: true
  /** Where to go instead of the next page. */
  to?: string
  /** Shown on the page that follows. */
  done?: Confirmation
}

export interface PageAddress {
  path: string
  /** The query parameters that a form must preserve, with the question mark; blank if there are none. */
  search: string
  query: Readonly<Record<string, string | undefined>>
}

export interface RoutedRequest extends PageAddress {
  params: Readonly<Record<string, string>>
  /** The posted form; empty for a GET. */
  form: Form
}

export interface SummaryGroup {
  title?: string | null
  rows: readonly {
    label: string
    /** The label is the name of something the client entered, and the value describes it. */
    named?: boolean
    /** Blank if nothing was given. */
    value: string
    /** Shown below the value. */
    note?: string | undefined
    /** The page that changes it, and the field there. */
    path: string
    field?: string
    /** Required but not given. */
    missing?: boolean
  }[]
  /** The page that changes the entire group, linked below the rows. */
  path?: string
  /** Shown below the rows. */
  note?: string
}

export function sectionUrl(section_id: string, path = ""): string {
  return `/portal/sections/${section_id}${path && `/${path}`}`
}

/** The page before submitting; with a section, that one is open and in view. */
export function reviewUrl(section_id?: string): string {
  return section_id ? `/portal/check?part=${section_id}#${section_id}` : "/portal/check"
}

/** Whether a URL is that of a page that confirms a person's removal. */
export function isRemovalUrl(url: string): boolean {
  return /^\/portal\/sections\/\w+\/(\w+\/contact_\w+|partner)\/remove$/.test(url)
}

/** The path of every section's check page. */
export const checkPath = "check"

/** The id of the record a form creates. It is part of the form, so submitting the form twice creates one record. */
export function newRecordId(kind: IdKind, form: Form = {}, prefix = ""): string {
  const sent = textOf(form, `${prefix}${newRecordField}`) ?? ""
  return isId(kind, sent) && isRecent(kind, sent) ? sent : newId(kind)
}

/** Ids begin with their creation time. Accepts 45 days, for forms left open, and 5 minutes of clock skew. */
function isRecent(kind: IdKind, id: string): boolean {
  const created_ms = Number.parseInt(id.slice(idPrefixes[kind].length, idPrefixes[kind].length + 12), 16)
  const age_ms = Date.now() - created_ms
  return age_ms > -5 * 60_000 && age_ms < 45 * 24 * 3_600_000
}

export function NewRecord({ id, prefix = "" }: { id: string; prefix?: string }) {
  return <input type="hidden" name={`${prefix}${newRecordField}`} value={id} />
}
