import type { Section } from "../definition/definition.ts"
import type { Form } from "../platform/http/pages.ts"
import type { Field } from "./field.ts"
import type { PageRequest } from "./page-request.ts"
import type { Confirmation, Redirect, View } from "./view.tsx"

/*
 * How a kind of section adds its pages
 *
 * 1. Write `<kind>/<kind>.tsx` that exports a `SectionPages<ItsSection>` and name it in `section-pages.ts`.
 * 2. `pages()` lists every page of the section as it stands now, in the order one walks through them. A page has a
 *    `path` below `/portal/sections/<section id>/`; one that is reached by a link only (add, edit, remove …) is an
 *    `aside`. None is built before it is opened: to save one field, one page is.
 * 3. Most pages are `formPage({ path, title, fields })` (form-page.tsx). A field (field.ts) knows how it is read,
 *    checked, shown, described and saved; the page adds the form, "skip for now", conflicts and the person picker,
 *    and autosave finds the field by the page's path and its own name. A page with a shape of its own writes `show`
 *    and `save`.
 * 4. `save()` answers `{ saved: true }` to go on to the next page, `{ to }` to go elsewhere, or a `View` (status
 *    422 with `errors`, 409) to stay. It stores what is good even when something else is faulty. The matter is
 *    locked for editing before `save` is called; a read-only matter never gets there.
 * 5. `summary()` gives the rows of the section's check page, which also make up the page before submitting.
 *
 * The frame (section-walk.tsx, section-check.tsx, progress.ts) does the rest: addresses, order, "next",
 * `?return=check|all|home` or a removal's address (Change links come back to where they were), the check page, the statuses of the task list,
 * read-only mode.
 */

export interface SectionPages<Kind extends Section = Section> {
  pages(req: PageRequest, section: Kind): Promise<PageEntry[]>
  summary(req: PageRequest, section: Kind): Promise<SummaryGroup[]>
  /** Why the section cannot be started yet, in words; undefined when it can. */
  waitsFor?(req: PageRequest, section: Kind): Promise<string | undefined>
}

/** A page in the list of its section: it is built once it is opened. */
export interface PageEntry {
  path: string
  /** Not on the straight way through the section. */
  aside?: boolean | undefined
  open(): Promise<SectionPage>
}

/** The entry of a page that takes nothing to build. */
export function entryOf(page: SectionPage): PageEntry {
  return { path: page.path, aside: page.aside, open: async () => page }
}

export interface SectionPage {
  path: string
  title: string
  /** Not on the straight way through the section. */
  aside?: boolean
  /** Nothing is filled in here, so that there is nothing to ask somebody else to fill in. */
  is_removal?: true
  /** Whether anything on the page has been answered: then the section is in progress. */
  given?: boolean
  /** Whether something on the page is required and was not given: coming back leads there first. */
  missing?: boolean
  show(req: PageRequest, request: PageAddress): Promise<View>
  save?(req: PageRequest, request: PageAddress & { form: Form }): Promise<View | Redirect | Saved>
  /** What autosave may save here. */
  fields?: readonly Field[] | undefined
}

export interface Saved {
  saved: true
  /** An address to go to in place of the next page. */
  to?: string
  /** What was done, for the page there to say. */
  done?: Confirmation
}

export interface PageAddress {
  /** The page's address without its query. */
  path: string
  /** Its query with the question mark, or nothing: only what has to survive the form. */
  search: string
  query: Readonly<Record<string, string | undefined>>
}

export interface RoutedRequest extends PageAddress {
  params: Readonly<Record<string, string>>
  /** What was posted; empty for a GET. */
  form: Form
}

export interface SummaryGroup {
  title?: string | null
  rows: readonly {
    label: string
    /** The label names a thing of the client's, and the value tells about it. */
    named?: boolean
    /** Blank when nothing was given. */
    value: string
    /** The page where it is changed, and the field there. */
    path: string
    field?: string
    /** It is required and was not given. */
    missing?: boolean
  }[]
  /** The page where the group as a whole is changed: a link of its own below the rows. */
  path?: string
  /** Below the rows. */
  note?: string
}

export function sectionUrl(section_id: string, path = ""): string {
  return `/portal/sections/${section_id}${path && `/${path}`}`
}

/** Whether an address is that of a page that asks before a person is removed. */
export function isRemovalUrl(url: string): boolean {
  return /^\/portal\/sections\/\w+\/\w+\/contact_\w+\/remove$/.test(url)
}

/** The path that every section's check page has. */
export const checkPath = "check"
