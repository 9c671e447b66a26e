import type { ComponentChildren } from "preact"
import { notFound } from "../../../platform/errors.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import type { RoutedRequest } from "../../../web/portal/sections/section.tsx"
import type { View } from "../../../web/portal/view.tsx"
import { dateTimeIn } from "../../../web/portal/who-and-when.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { Definition, Definitions } from "../../../web/ui/components/definition.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { copyOfSubmission } from "../copy/copy.ts"
import type { Copy } from "../copy/copy-shape.ts"
import { listSubmittedOpenItems, type OpenItem, type SubmittedOpenItem } from "../missing/open-items.ts"
import { listSubmissions, type SubmissionRow } from "../submissions.ts"
import { hasUnsentChanges } from "../unsent.ts"
import { openItemsCard } from "./open-items.tsx"
import { submissionUrl } from "./sending.tsx"
import { openInWords } from "./sending-state.ts"
import { StatusSteps } from "./status.tsx"

/** The permanent page of a submission: when and by whom it was sent, what happens next, and a copy to download. */
export async function showSubmission(req: PageRequest, { params }: RoutedRequest): Promise<View> {
  const { tx, matter, firm, may_edit, client } = req
  const words = req.words.review
  const all = await listSubmissions(tx, matter.id)
  const submission = all.find(({ number }) => String(number) === params.number)
  if (!submission) throw notFound()
  const isLast = submission === all[0]
  // The firm's own copy of a completed matter is sent by no client.
  const sent = all.find(({ reason }) => reason !== "completed")
  const title = {
    submitted: words.sent_title,
    resubmitted: words.sent_again_title,
    completed: words.completed_title,
  }[submission.reason]
  const others = all.filter((each) => each !== submission)
  const items = await listSubmittedOpenItems(tx, matter.id)
  const waited = items.filter((item) => item.number === submission.number)
  const open = waited.filter(({ state }) => state === "open")
  return {
    title,
    back: { href: "/portal", text: words.home },
    banner: may_edit && isLast && (await hasUnsentChanges(tx, matter.id)) && (
      <UnsentBanner req={req} action={<a href="/portal/check">{words.unsent_action}</a>} />
    ),
    body: (
      <>
        <PageHeading
          caption={isLast ? words.thanks(req.first_name) : req.questionnaire_title}
          title={title}
          lede={isLast ? (open.length > 0 ? words.sent_text_open : words.sent_text)(firm.name) : undefined}
        />
        {isLast && (await openItemsCard(req, open, words.open_title))}
        {isLast && <h2>{words.status.title}</h2>}
        {isLast ? (
          <ol class="steps">{await StatusSteps({ req, sent })}</ol>
        ) : (
          <Facts req={req} submission={submission} waited={waited} />
        )}
        {isLast && client.email !== "" && submission.submitted_by === client.user_id && (
          <p>{words.receipt.announced(client.email)}</p>
        )}
        <Actions>
          <LinkButton
            variant="secondary"
            icon="download"
            href={`${submissionUrl(submission.number)}/copy.pdf`}
          >
            {words.copy}
          </LinkButton>
        </Actions>
        <p class="hint">{words.copy_hint}</p>
        {may_edit && isLast && <p>{words.next_change}</p>}
        {others.length > 0 && (
          <>
            <h2>{words.all_title}</h2>
            <ul>
              {others.map(({ number, reason, submitted_at }) => (
                <li key={number}>
                  <a href={submissionUrl(number)}>
                    {(reason === "completed" ? words.one_final : words.one_sent)(
                      number,
                      dateTimeIn(submitted_at, req),
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </>
    ),
  }
}

function Facts(props: { req: PageRequest; submission: SubmissionRow; waited: readonly OpenItem[] }) {
  const { req, submission, waited } = props
  const words = req.words.review
  const { number, reason, submitted_at, submitted_by_name } = submission
  const isFinal = reason === "completed"
  return (
    <Definitions>
      <Definition term={words.number}>{number}</Definition>
      <Definition term={isFinal ? words.completed_at : words.sent_at}>
        {dateTimeIn(submitted_at, req)}
      </Definition>
      {waited.length > 0 && (
        <Definition term={words.open_title}>{joinWords(openInWords(waited, req), req.lang)}</Definition>
      )}
      {submitted_by_name && !isFinal && <Definition term={words.sent_by}>{submitted_by_name}</Definition>}
    </Definitions>
  )
}

/** Says that answers have changed since they were submitted. */
function UnsentBanner({ req, action }: { req: PageRequest; action?: ComponentChildren }) {
  const words = req.words.review
  return (
    <Banner tone="warning" title={words.unsent_title} actions={action}>
      <p>{words.unsent_text(req.firm.name)}</p>
    </Banner>
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
