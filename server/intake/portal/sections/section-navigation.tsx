// Navigation within a section: where to enter it, what its back link and its Save button lead to.
import type { Section } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { notFound } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { agreementUrl, nextToSign } from "../../agreements/portal/to-sign.ts"
import { familyPath } from "../../contacts/portal/clients/family.ts"
import { mustConfirmPartner, takingPartUrl } from "../../contacts/portal/clients/taking-part.tsx"
import { saveLookedAt } from "../../corrections/portal/items.ts"
import { withCorrections } from "../../corrections/portal/shown.tsx"
import { lockForRequest } from "../../documents/awaited-documents.ts"
import { narrowedTo, subjectOfPath } from "../../documents/portal/narrow-page.ts"
import { trayPath } from "../../documents/portal/tray.tsx"
import {
  handOverUrl,
  handoverNotice,
  isRequestedOfClient,
} from "../../handovers/portal/visible-handovers.tsx"
import { markReviewed } from "../../matters/progress/section-reviews.ts"
import { aloneNotice } from "../alone.tsx"
import { WaysOutContext } from "../fields/not-sure.tsx"
import { type PageRequest, refresh } from "../page-request.ts"
import { readSectionStates } from "../path/progress.ts"
import { presenceNotice } from "../presence.tsx"
import type { Redirect, View } from "../view.tsx"
import { fromFirmNotice } from "./from-firm.tsx"
import { positionIn } from "./position.tsx"
import { ReadOnlyBanner, StillOpenBanner } from "./read-only.tsx"
import {
  checkPath,
  isRemovalUrl,
  type PageAddress,
  type PageEntry,
  reviewUrl,
  type SectionPage,
  sectionUrl,
} from "./section.tsx"
import { openSection, visibleSections } from "./section-pages.ts"

/** Redirects to the first missing answer, the page after the last one answered, or the check page. */
export async function enterSection(req: PageRequest, section_id: string): Promise<Redirect> {
  const { section, pages } = await openSection(req, section_id)
  // The tray shows what became of every file, also once it is read-only.
  const tray = section.kind === "documents" ? pages.find(({ path }) => path === trayPath) : undefined
  if (tray && (tray.leads_to || !tray.aside)) return { to: tray.leads_to ?? sectionUrl(section_id, trayPath) }
  const mainPages = await Promise.all(pages.filter(({ aside }) => !aside).map((page) => page.open()))
  const lastGiven = mainPages.findLastIndex((page) => page.given)
  const firstMissing = mainPages.findIndex((page) => page.missing)
  const isReviewed = (await req.loaded.reviewed()).has(section_id)
  if (lastGiven >= 0 && (isReviewed || !req.may_edit)) return { to: sectionUrl(section_id, checkPath) }
  const onward = lastGiven + 1
  const at = lastGiven >= 0 && firstMissing >= 0 ? Math.min(firstMissing, onward) : onward
  return { to: sectionUrl(section_id, mainPages[at]?.path ?? checkPath) }
}

/** Shows one page of a section. */
export async function showPage(
  opened: PageRequest,
  section_id: string,
  path: string,
  request: PageAddress,
): Promise<View | Redirect> {
  // The marital status may be changed back, and nothing else is shown.
  if (mustConfirmPartner(opened) && path !== familyPath) return { to: takingPartUrl }
  const req = await narrowedTo(opened, path)
  const { section, pages } = await openSection(req, section_id)
  const moved = pages.find((each) => each.path === path)?.leads_to
  if (moved) return { to: moved }
  const page = await openPage(pages, path)
  // In a read-only matter, the check page shows every answer.
  if (!req.may_edit && page.save && path !== checkPath) return { to: sectionUrl(section_id, checkPath) }
  return sectionView(req, section, pages, page, request, await page.show(req, request))
}

/** Saves a posted page and redirects to the next one, or shows it again with its faults or conflicts. */
export async function savePage(
  opened: PageRequest,
  section_id: string,
  path: string,
  request: PageAddress & { form: Form },
): Promise<View | Redirect> {
  await lockForRequest(opened.tx, opened.matter.id, subjectOfPath(path))
  const req = await narrowedTo(opened, path)
  const { section, pages } = await openSection(req, section_id)
  const page = await openPage(pages, path)
  if (!page.save) throw notFound()
  const outcome = await page.save(req, request)
  if (!("saved" in outcome))
    return "to" in outcome ? outcome : sectionView(req, section, pages, page, request, outcome)
  const isAnswered = await saveLookedAt(req, request.form)
  if (isAnswered && !request.query.return) return { to: "/portal" }
  const to = outcome.to ?? (await urlAfter(await refresh(req), section, page, request))
  return { to, done: outcome.done }
}

/** The URL to go to once a page is saved; `req` must be fresh, since the answer may have hidden pages. */
export async function urlAfter(
  req: PageRequest,
  section: Section,
  page: SectionPage,
  { query }: PageAddress,
): Promise<string> {
  if (req.is_narrow) return "/portal"
  const cameFrom = returnAddress(section.id, query.return)
  // The answer may have hidden its own section, and with it the page the client came from.
  if (!req.visible.has(section.id)) return query.return === "check" || !cameFrom ? "/portal" : cameFrom
  if (cameFrom) return cameFrom
  if (page.path === checkPath) return nextPart(req, section)
  const { pages } = await openSection(req, section.id)
  const at = pages.findIndex((each) => each.path === page.path)
  const following = pages.slice(at + 1).find((each) => !each.aside)
  if (following && following.path !== checkPath) return sectionUrl(section.id, following.path)
  return afterLastPage(req, section)
}

/** The URL that `?return=` stands for: a list, or the page that confirms a person's removal. */
function returnAddress(section_id: string, from: string | undefined): string | undefined {
  switch (from) {
    case "all":
      return reviewUrl(section_id)
    case "home":
      return "/portal"
    case "check":
      return sectionUrl(section_id, checkPath)
    default:
      return from !== undefined && isRemovalUrl(from) ? from : undefined
  }
}

/** The next section once this one is complete, or its check page if answers are missing. */
async function afterLastPage(req: PageRequest, section: Section): Promise<string> {
  const part = (await readSectionStates(req)).find((each) => each.section.id === section.id)
  // Only the client can confirm a section; they see every answer again before submitting.
  if (
    req.impersonation ||
    req.client.is_limited ||
    part?.state === "cannot_start" ||
    (part?.missing ?? 0) > 0
  )
    return sectionUrl(section.id, checkPath)
  for (const each of visibleSections(req))
    if (areOnePage(each, section)) await markReviewed(req.tx, req.matter.id, each.id)
  return nextPart(req, section)
}

/** The tray has the requests of all sections of documents. */
function areOnePage(one: Section, other: Section): boolean {
  return one.id === other.id || (one.kind === "documents" && other.kind === "documents")
}

/**
 * The next unreviewed section, after this one and then from the start; with none left, the page before submitting.
 * Sections that were reviewed but lack answers are skipped, or the client would go in circles: that page lists them.
 */
async function nextPart(req: PageRequest, last: Section): Promise<string> {
  // A client or helper who was asked for this part returns to the home page, which offers to give it back.
  if (req.client.is_limited || (await isRequestedOfClient(req, last.id))) return "/portal"
  const parts = await readSectionStates(req)
  const at = parts.findIndex(({ section }) => section.id === last.id)
  const next = [...parts.slice(at + 1), ...parts.slice(0, at)].find(
    ({ section, state, is_reviewed }) => state === "open" && !is_reviewed && !areOnePage(section, last),
  )
  if (next) return sectionUrl(next.section.id)
  const unsigned = await nextToSign(req)
  if (unsigned) return agreementUrl(unsigned.agreement_id)
  return req.impersonation || parts.some(({ state }) => state === "cannot_start") ? "/portal" : reviewUrl()
}

function openPage(pages: readonly PageEntry[], path: string): Promise<SectionPage> {
  const page = pages.find((each) => each.path === path)
  if (!page) throw notFound()
  return page.open()
}

/** Adds what every page of a section has: back link, position, notices, and the section's name in the title. */
export async function sectionView(
  req: PageRequest,
  section: Section,
  pages: readonly PageEntry[],
  page: SectionPage,
  { query }: PageAddress,
  view: View,
): Promise<View> {
  if (req.is_narrow) return { ...view, banner: <StillOpenBanner req={req} />, back: { href: "/portal" } }
  const name = textIn(section.title, req.lang)
  const isEnd = page.path === checkPath
  const hasQuestions = page.fields?.some(({ message_url }) => message_url !== undefined)
  const hand_over_url = isEnd || hasQuestions ? await handOverUrl(req, section.id) : undefined
  const topics = hasQuestions ? await req.loaded.questionTopics() : undefined
  const title = view.title.includes(name) ? view.title : `${view.title} – ${name}`
  const mainPages = pages.filter((each) => !each.aside)
  const before = mainPages[mainPages.findIndex(({ path }) => path === page.path) - 1]
  const cameFrom = returnAddress(section.id, query.return)
  const href = cameFrom ?? (before ? sectionUrl(section.id, before.path) : "/portal")
  const banner = (
    <>
      {req.may_edit ? view.banner : <ReadOnlyBanner req={req} />}
      {page.given && (await fromFirmNotice(req, section))}
      {await aloneNotice(req, section.id)}
      {await handoverNotice(req, section.id)}
      {await presenceNotice(req, { section_id: section.id, path: page.path })}
    </>
  )
  return withCorrections(req, section, pages, page, {
    ...view,
    title,
    banner,
    body: (
      <>
        <WaysOutContext.Provider value={{ hand_over_url, topics }}>{view.body}</WaysOutContext.Provider>
        {isEnd && hand_over_url && (
          <p>
            <a class="card-link" href={hand_over_url}>
              {req.words.handover.ask}
            </a>
          </p>
        )}
      </>
    ),
    back: view.back ?? { href },
    position: req.client.is_limited
      ? undefined
      : await positionIn(req, section.id, { pages, path: page.path }),
  })
}
