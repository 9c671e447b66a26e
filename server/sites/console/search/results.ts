// The console's search: pages, matters, people, assets, files and questionnaires; for admins also the team, webhook
// endpoints and API keys. It finds only what the lists would show the same member.

import { foldText } from "../../../definition/values/folded-text.ts"
import { listKeys } from "../../../firm/access/api/keys.ts"
import { listTeam } from "../../../firm/users/team.ts"
import { inquiriesUrl } from "../../../follow-up/inquiries/console/require-inquiry.tsx"
import { originText } from "../../../follow-up/search/console/conflicts/outside-people.tsx"
import { peopleOf, recordsOf, withEntries } from "../../../follow-up/search/console/entries.ts"
import { withMarks } from "../../../follow-up/search/console/marks.ts"
import { searchOutside } from "../../../follow-up/search/outside.ts"
import { listOtherRecords } from "../../../follow-up/search/people.ts"
import { type FoundEntry, searchEntries } from "../../../follow-up/search/search.ts"
import { assignmentFilter } from "../../../intake/matters/console/frame/require-matter.ts"
import { listMatterOverviews, type MatterOverview } from "../../../intake/matters/list/list.ts"
import { stateWords } from "../../../intake/matters/state-words.ts"
import { listQuestionnaireRows } from "../../../intake/questionnaires/questionnaires.ts"
import { listEndpoints } from "../../../outputs/webhooks/endpoints.ts"
import type { Tx } from "../../../platform/db/database.ts"
import type { Result, ResultGroup } from "../../../web/console/keyboard/result.ts"
import { navItemsOf } from "../../../web/console/navigation.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"

export interface SearchRequest {
  words: string
  recent: readonly string[]
  max: number
}

/** `is_cut` if the index has more entries with these words than the groups are made of. */
export async function search(
  req: PageRequest,
  { words, recent, max }: SearchRequest,
): Promise<{ groups: ResultGroup[]; is_cut?: boolean }> {
  if (words === "")
    return { groups: nonEmpty([await recentMatters(req, recent, max), findNavItems(req, "")]) }
  const isAdmin = req.staff.role === "admin"
  const limit = max + 1
  const [matters, [entries, is_cut], inquiries, ...others] = await Promise.all([
    findMatters(req, words, max),
    findEntries(req, words),
    findInquiries(req, words, limit),
    ...Object.entries(isAdmin ? { ...wholeLists, ...listsOfAdmins } : wholeLists).map(
      async ([title, read]) => ({ title, results: found(await read(req.tx), words, limit) }),
    ),
  ])
  const people = await peopleAmong(req, entries, limit)
  const pages = findNavItems(req, words)
  // Typing the name of a page means the page; other words are mostly the names of clients.
  const isPage =
    words.length > 2 && pages.results.some(({ text }) => foldText(text).startsWith(foldText(words)))
  const records = [withEntries(matters, entries, limit), people, inquiries, recordsOf(entries, limit)]
  const groups = nonEmpty([...(isPage ? [pages, ...records] : [...records, pages]), ...others])
  const shown = partialLast(groups).map((group) => ({
    ...group,
    results: group.results.slice(0, max).map((result) => withMarks(result, words)),
    ...(group.results.length > max && { is_cut: true }),
  }))
  return { groups: shown, is_cut }
}

const max_entries = 60

/** The closest entries, and whether there are more with all of the words. */
async function findEntries({ tx, staff }: PageRequest, words: string): Promise<[FoundEntry[], boolean]> {
  const assignee_id = assignmentFilter(staff).assignee_id ?? null
  const found = await searchEntries(tx, words, { assignee_id, limit: max_entries + 1 })
  return [found.slice(0, max_entries), found[max_entries]?.is_partial === false]
}

async function peopleAmong({ tx, staff }: PageRequest, entries: readonly FoundEntry[], max: number) {
  const ids = entries.flatMap(({ contact_id }) => contact_id ?? [])
  return peopleOf(entries, await listOtherRecords(tx, ids, assignmentFilter(staff).assignee_id ?? null), max)
}

/** The people whom a search of the list names, each with their matters. */
export async function findPeople(req: PageRequest, words: string, max: number): Promise<Result[]> {
  const [entries] = await findEntries(req, words)
  const { results } = await peopleAmong(req, entries, max)
  return results.filter(({ is_partial }) => !is_partial)
}

/** Groups that contain only some of the words come after all others. */
function partialLast(groups: ResultGroup[]): ResultGroup[] {
  const isPartial = ({ results }: ResultGroup) => results.every(({ is_partial }) => is_partial)
  return [...groups.filter((group) => !isPartial(group)), ...groups.filter(isPartial)]
}

function nonEmpty(groups: ResultGroup[]): ResultGroup[] {
  return groups.filter(({ results }) => results.length > 0)
}

async function recentMatters(
  { tx, staff }: PageRequest,
  ids: readonly string[],
  max: number,
): Promise<ResultGroup> {
  const own = assignmentFilter(staff)
  const page = { page: 1, limit: max, offset: 0 }
  if (ids.length === 0) {
    const { rows } = await listMatterOverviews(tx, own, page)
    return { title: "Newest matters", results: rows.map(resultOf) }
  }
  const { rows } = await listMatterOverviews(tx, { ...own, ids }, page)
  const found = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return { title: "Recently visited", results: found.map(resultOf) }
}

async function findMatters({ tx, staff }: PageRequest, words: string, max: number): Promise<ResultGroup> {
  const page = { page: 1, limit: max, offset: 0 }
  const filters = { ...assignmentFilter(staff), search: words, with_file_numbers: true }
  const { count, rows } = await listMatterOverviews(tx, filters, page)
  const href = `/console/matters?${new URLSearchParams({ search: words })}`
  const more = { href, text: `All ${count.toLocaleString("en-US")} matters with this name or file number` }
  return { title: "Matters", results: rows.map(resultOf), more: count > rows.length ? more : undefined }
}

function resultOf({ id, name, file_number, quest_internal_type, state }: MatterOverview): Result {
  const detail = [file_number, quest_internal_type, stateWords[state]].filter(Boolean).join(", ")
  return { href: `/console/matters/${id}`, text: name, detail }
}

function findNavItems({ staff }: PageRequest, words: string): ResultGroup {
  const results = navItemsOf(staff)
    .filter(({ text, group, also = "" }) => matches(words, text, group, also))
    .map(({ href, text, group }) => ({ href, text, detail: group }))
  return { title: "Pages", results }
}

/** Open and declined inquiries; names kept for conflict checks are no results of a search. */
async function findInquiries(req: PageRequest, words: string, max: number): Promise<ResultGroup> {
  if (req.staff.assigned_matters_only) return { title: "Inquiries", results: [] }
  const entries = await searchOutside(req.tx, words, { limit: max_entries })
  const found = entries.filter(({ is_inquiry, kind }) => is_inquiry && kind !== "name")
  const best = [...Map.groupBy(found, ({ id }) => id).values()].flatMap(
    (all) => all.find(({ kind }) => kind === "inquirer") ?? all[0] ?? [],
  )
  const results = best.slice(0, max).map(({ text, kind, is_partial, ...person }) => ({
    href: `${inquiriesUrl}/${person.id}`,
    text: person.name,
    detail: [kind === "inquirer" ? "" : text, originText(person, req)].filter(Boolean).join(" · "),
    is_partial,
  }))
  return { title: "Inquiries", results }
}

type WholeLists = Readonly<Record<string, (tx: Tx) => Promise<Result[]>>>

const wholeLists: WholeLists = {
  Questionnaires: async (tx) =>
    (await listQuestionnaireRows(tx)).map(({ id, title, internal_type }) => ({
      href: `/console/questionnaires/${id}`,
      text: title,
      detail: internal_type,
    })),
}

const listsOfAdmins: WholeLists = {
  Team: async (tx) =>
    (await listTeam(tx)).map(({ id, name, email }) => ({
      href: `/console/settings/team/${id}`,
      text: name || email,
      detail: email,
    })),
  "Webhook endpoints": async (tx) =>
    (await listEndpoints(tx)).map(({ id, url, description }) => ({
      href: `/console/settings/webhooks/${id}`,
      text: url,
      detail: description,
    })),
  "API keys": async (tx) =>
    (await listKeys(tx)).map(({ id, name, token_end, revoked_at }) => ({
      href: `/console/settings/keys/${id}`,
      text: name,
      detail: `…${token_end}${revoked_at ? ", revoked" : ""}`,
    })),
}

function found(results: readonly Result[], words: string, max: number): Result[] {
  return results.filter(({ text, detail = "" }) => matches(words, text, detail)).slice(0, max)
}

/** Whether the texts contain every word, ignoring case and accents; one or two letters must begin a word. */
function matches(words: string, ...texts: string[]): boolean {
  const text = foldText(texts.join(" "))
  const textWords = text.split(/[^\p{L}\p{N}]+/u)
  return foldText(words)
    .split(" ")
    .every((word) =>
      word.length > 2 ? text.includes(word) : textWords.some((each) => each.startsWith(word)),
    )
}
