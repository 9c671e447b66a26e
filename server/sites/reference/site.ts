// The pages of the documentation, and what leads to them: their contents and their search.
import { subscribableTypes } from "../../firm/events/schema.ts"
import { faultCodes } from "../../platform/fault-codes.ts"
import type { ContentsGroup } from "./contents.tsx"
import type { Operation } from "./document.ts"
import { apiErrors } from "./error-codes.ts"
import { fieldsOf, fieldsOfAny } from "./fields.ts"
import { guide } from "./guide.ts"
import { listGuides } from "./guides.ts"
import type { OperationGroup } from "./page.tsx"
import type { SearchEntry } from "./search-entries.ts"

/** Links to everything but single errors and events. */
export function contentsOf(groups: readonly OperationGroup[]): ContentsGroup[] {
  const start = [
    { href: "/docs#quick-start", title: "Quick start" },
    ...pages(),
    { href: "/docs/guide", title: "Guide for staff, authors, and operators" },
  ]
  return [
    { title: "Start here", items: start },
    { title: "Before you begin", items: guide.map(({ id, title }) => ({ href: `/docs#${id}`, title })) },
    ...groups.map(({ path, name, operations }) => ({
      title: name,
      href: path,
      items: operations.map(({ href, method, summary }) => ({ href, title: summary, method })),
    })),
    { title: "Errors", href: "/docs#errors", items: [] },
  ]
}

/** Everything that the search finds. */
export function searchEntriesOf(groups: readonly OperationGroup[]): SearchEntry[] {
  return [
    ...pages().map((page) => ({ ...page, kind: "Guide", words: "" })),
    ...guide.map(({ id, title }) => ({ title, kind: "Chapter", href: `/docs#${id}`, words: "" })),
    ...groups.flatMap(({ operations }) => operations.map(entryOf)),
    ...subscribableTypes.map((type) => ({
      title: type,
      kind: "Event",
      href: `/docs#event-${type}`,
      words: "",
    })),
    ...apiErrors.map(({ code, status }) => ({
      title: code,
      kind: `Error ${status}`,
      href: `/docs#error-${code}`,
      words: "",
    })),
    ...Object.keys(faultCodes).map((code) => ({
      title: code,
      kind: "Fault of a 400",
      href: `/docs#fault-${code}`,
      words: "",
    })),
  ]
}

/** The pages besides the reference. */
function pages(): { href: string; title: string }[] {
  const guides = listGuides().map(({ path, title }) => ({ href: path, title }))
  return [...guides, { href: "/docs/changes", title: "Changes" }]
}

function entryOf({ href, method, path, summary, parameters, body, success }: Operation): SearchEntry {
  const fields = [...fieldsOf(body?.schema ?? {}), ...fieldsOfAny(success.schema)]
  const names = [...parameters, ...fields].map(({ name }) => name)
  const words = [...new Set(names.flatMap((name) => name.split(/[.[\]]+/)))].join(" ")
  return { title: summary, kind: `${method.toUpperCase()} ${path}`, href, words }
}
