import { findIntroduction } from "../../../firm/users/introductions.ts"
import { notFound } from "../../../platform/errors.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Introduction } from "../../../web/ui/components/introduction.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { FamilyTree } from "../../contacts/drawing/tree.tsx"
import { familyUrl, readFamily } from "../../contacts/portal/family/family-page.tsx"
import { listSentFiles } from "../../documents/portal/tray.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import { visibleSections } from "../../portal/sections/section-pages.ts"
import type { View } from "../../portal/view.tsx"
import { dateTimeIn } from "../../portal/who-and-when.ts"
import { copyOfSubmission } from "../copy/copy.ts"
import type { Copy } from "../copy/copy-shape.ts"
import { listSubmittedOpenItems, type SubmittedOpenItem } from "../missing/open-items.ts"
import { listSubmissions, type SubmissionRow } from "../submissions.ts"
import { hasUnsentChanges } from "../unsent.ts"
import { openItemsCard } from "./open-items.tsx"
import { submissionUrl } from "./sending.tsx"
import { openInWords } from "./sending-state.ts"
import { StatusSteps } from "./status.tsx"

/** The permanent page of a submission: what was achieved, who reads it and by when, a copy, and what is still open. */
export async function showSubmission(req: PageRequest, { params }: RoutedRequest): Promise<View> {
  const { tx, matter, firm, may_edit, client } = req
  const words = req.words.review
  const all = await listSubmissions(tx, matter.id)
  const submission = all.find(({ number }) => String(number) === params.number)
  if (!submission) throw notFound()
  const { number, reason, submitted_by, submitted_by_name } = submission
  const isLast = submission === all[0]
  const items = await listSubmittedOpenItems(tx, matter.id)
  const waited = items.filter((item) => item.number === number)
  const open = waited.filter(({ state }) => state === "open")
  const title = {
    submitted: words.sent_title,
    resubmitted: words.sent_again_title,
    completed: words.completed_title,
  }[reason]
  const facts = [
    `${inWords(req, submission)}.`,
    reason !== "completed" && submitted_by_name && `${words.sent_by} ${submitted_by_name}.`,
    waited.length > 0 && words.state.sent_open(joinWords(openInWords(waited, req), req.lang)),
  ]
  const lede = isLast
    ? (open.length > 0 ? words.sent_text_open : words.sent_text)(firm.name)
    : facts.filter(Boolean).join(" ")
  const introduction = isLast && (await findIntroduction(tx, matter.id))
  const others = all.filter((each) => each !== submission)
  return {
    title,
    wide: true,
    body: (
      <>
        <div class={isLast ? "finale" : undefined}>
          <PageHeading
            caption={isLast ? words.thanks(req.first_name) : req.questionnaire_title}
            title={title}
            lede={lede}
          />
          {isLast && (await Totals({ req }))}
        </div>
        {may_edit && isLast && (await hasUnsentChanges(tx, matter.id)) && (
          <Banner
            tone="warning"
            title={words.unsent_title}
            actions={<a href="/portal/check">{words.unsent_action}</a>}
          >
            <p>{words.unsent_text(firm.name)}</p>
          </Banner>
        )}
        <div class="grid">
          <div class="stack">
            {introduction && <Introduction of={introduction} lang={req.lang} />}
            {isLast && <h2>{words.status.title}</h2>}
            {/* The firm's own copy of a completed matter is sent by no client. */}
            {isLast && (
              <ol class="steps">
                {await StatusSteps({ req, sent: all.find((each) => each.reason !== "completed") })}
              </ol>
            )}
            {isLast && client.email !== "" && submitted_by === client.user_id && (
              <p>{words.receipt.announced(client.email)}</p>
            )}
            <Actions>
              <LinkButton variant="secondary" icon="download" href={`${submissionUrl(number)}/copy.pdf`}>
                {words.copy}
              </LinkButton>
            </Actions>
            <p class="hint no-print">{words.copy_hint}</p>
            {isLast && (await openItemsCard(req, open, words.open_title))}
            {may_edit && isLast && <p>{words.next_change}</p>}
            <p>
              <a class="card-link" href="/portal">
                {req.words.failures.home}
              </a>
            </p>
            {others.length > 0 && <h2>{words.all_title}</h2>}
            {others.length > 0 && (
              <ul class="link-list">
                {others.map((each) => (
                  <li key={each.number}>
                    <a href={submissionUrl(each.number)}>{inWords(req, each)}</a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          {isLast && (await FamilyCard({ req }))}
        </div>
      </>
    ),
  }
}

function inWords(req: PageRequest, { reason, number, submitted_at }: SubmissionRow): string {
  const { one_final, one_sent } = req.words.review
  return (reason === "completed" ? one_final : one_sent)(number, dateTimeIn(submitted_at, req))
}

/** What was achieved, in numbers; those that are zero are left out. */
async function Totals({ req }: { req: PageRequest }) {
  const { parts, people, owned, files } = req.words.review.totals
  const { loaded } = req
  const lists = await Promise.all([
    visibleSections(req),
    loaded.people(),
    loaded.assets(),
    listSentFiles(req),
  ])
  const counts = lists.map(
    ({ length }, index) => length > 0 && [parts, people, owned, files][index]?.(length),
  )
  return (
    <ul class="totals">
      {counts.filter(Boolean).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** The family as a drawing; null if there is none to draw. */
async function FamilyCard({ req }: { req: PageRequest }) {
  const members = await readFamily(req)
  if (members.length === 0) return null
  const { title, open } = req.words.family
  return (
    <Card title={title} flush>
      <div class="family-part">
        <FamilyTree members={members} lang={req.lang} />
        <p>
          <a class="card-link" href={familyUrl}>
            {open}
          </a>
        </p>
      </div>
    </Card>
  )
}

export interface LastSent {
  last: SubmissionRow
  /** The last that a client sent; the firm's own copy of a completed matter is sent by no one. */
  by_client: SubmissionRow | undefined
  /** There are changes since, which can be sent. */
  is_changed: boolean
  /** What it was accepted with. */
  items: readonly SubmittedOpenItem[]
}

/** The last submission; undefined if there is none. */
export async function findLastSent(req: PageRequest): Promise<LastSent | undefined> {
  const { tx, matter, may_edit } = req
  if (!matter.is_submitted) return undefined
  const all = await listSubmissions(tx, matter.id)
  const [last] = all
  if (!last) return undefined
  const items = await req.loaded.latestItems()
  const by_client = all.find(({ reason }) => reason !== "completed")
  return { last, by_client, items, is_changed: may_edit && (await hasUnsentChanges(tx, matter.id)) }
}

/** A copy of a submission, as it was sent. Throws "not found". */
export async function submissionCopy(
  { tx, parts, firm, lang: language, matter }: PageRequest,
  number: string,
): Promise<{ copy: Copy; filename: string }> {
  if (!/^[1-9]\d{0,5}$/.test(number)) throw notFound()
  const reader = { language, firm_name: firm.name, time_zone: firm.time_zone }
  const copy = await copyOfSubmission(tx, parts.ring, matter.id, Number(number), reader)
  const filename = `${copy.subject} ${number}`.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")
  return { copy, filename }
}
