// The one thing to do next: first on the home page, whatever state the matter is in.

import { textIn } from "../../../definition/text.ts"
import { AskToSign, askToSignUrl, findOtherSigner } from "../../../intake/agreements/portal/ask-to-sign.tsx"
import { agreementUrl, nextToSign, signsFirst, titleOf } from "../../../intake/agreements/portal/to-sign.ts"
import type { VisibleHandover } from "../../../intake/handovers/portal/visible-handovers.tsx"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import { sendingRow } from "../../../intake/portal/path/path.tsx"
import type { SectionProgress } from "../../../intake/portal/path/progress.ts"
import { readOnlyReason } from "../../../intake/portal/sections/read-only.tsx"
import { sectionUrl } from "../../../intake/portal/sections/section.tsx"
import { arrivalsInWords, type OpenItem } from "../../../intake/submissions/missing/open-items.ts"
import { OpenItemList, openItemUrl } from "../../../intake/submissions/portal/open-items.tsx"
import { submissionUrl } from "../../../intake/submissions/portal/sending.tsx"
import { openInWords, readerOf, type SendingState } from "../../../intake/submissions/portal/sending-state.ts"
import type { LastSent } from "../../../intake/submissions/portal/submission.tsx"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { minutesOf } from "../../../web/portal/minutes.ts"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"

/** What the matter waits for: one title, one sentence, one button. */
export interface NextStep {
  title: string
  text?: string
  /** `about` completes it for screen readers. */
  button: { href: string; text: string; about?: string }
  /** A quieter way on. */
  link?: { href: string; text: string }
  /** The row of the path that the step stands for. */
  row?: string
  /** Nothing is filled in yet. */
  is_new?: boolean
  open?: readonly OpenItem[]
  /** The button gives one of the open items. */
  gives?: boolean
}

/** With a link to what was sent last, wherever the step has no other. */
export async function readNextStep(...of: Parameters<typeof stepOf>): Promise<NextStep> {
  const [req, , , sent] = of
  const step = await stepOf(...of)
  const { last_final_action, last_sent_action } = req.words.review
  const text = sent?.last.reason === "completed" ? last_final_action : last_sent_action
  const href = sent && submissionUrl(sent.last.number)
  return href === undefined || href === step.button.href ? step : { ...step, link: { href, text } }
}

async function stepOf(
  req: PageRequest,
  parts: readonly SectionProgress[],
  handed: readonly VisibleHandover[],
  sent: LastSent | undefined,
  state: SendingState,
): Promise<NextStep> {
  const { home, review, sign } = req.words
  const agreement = await nextToSign(req)
  const signing = agreement && {
    row: `task-${agreement.agreement_id}`,
    title: titleOf(agreement, req),
    text: sign.lede(req.firm.name),
    button: { href: agreementUrl(agreement.agreement_id), text: sign.go },
  }
  if (signing && req.may_edit && signsFirst(req)) return signing
  const part =
    req.may_edit &&
    parts.find(
      ({ state, section: { id } }) =>
        (state === "in_progress" || state === "not_started") &&
        !handed.some(({ section_id }) => section_id === id),
    )
  if (part) return partStep(req, part, !parts.some(({ left }) => left < 1))
  if (!req.may_edit || (sent && !sent.is_changed && !req.impersonation)) return waitingStep(req, sent, state)
  if (signing) return signing
  const to = (text: string, href = "/portal/check") => ({
    row: sendingRow,
    title: home.all_done,
    text: state.sentence,
    button: { href, text },
  })
  // Only the client can submit.
  if (req.impersonation) return to(home.all_title)
  const other = state.kind === "unsigned" && (await findOtherSigner(req))
  if (other) return to(sign.ask.button(other.name), askToSignUrl)
  if (state.kind !== "ready")
    return {
      ...to(review.see_needed, "/portal/check#missing"),
      title: review.missing_title(state.missing.length),
      text: "",
    }
  if (!sent) return to(home.submit_title)
  const [title, text] = [review.unsent_title, review.unsent_text(req.firm.name)]
  return { ...to(review.unsent_action), title, text, open: state.open }
}

function partStep(
  { words: { home, frame }, lang }: PageRequest,
  part: SectionProgress,
  is_new: boolean,
): NextStep {
  const { section, missing, left } = part
  const title = textIn(section.title, lang)
  const minutes = home.minutes(Math.max(1, Math.round(minutesOf(section) * left)))
  return {
    row: `task-${section.id}`,
    title,
    text: missing > 0 ? `${minutes} · ${home.still_needed(missing)}` : minutes,
    button: { href: sectionUrl(section.id), text: is_new ? home.start : frame.go_on, about: title },
    is_new,
  }
}

/** Everything is sent, or the matter is over: what is still open, or else what was sent. */
async function waitingStep(
  req: PageRequest,
  sent: LastSent | undefined,
  { open }: SendingState,
): Promise<NextStep> {
  const { review, home } = req.words
  const [title, text] =
    open.length > 0 ? [review.open_title, review.open_sent] : [review.sent_title, home.sent_lede]
  const words = arrivedOf(req, sent, open) ?? (req.may_edit ? { title, text } : readOnlyReason(req))
  const give = await giveButton(req, open)
  const look = sent && { href: submissionUrl(sent.last.number), text: review.last_sent_action }
  const read = (req.may_edit && look) || { href: "/portal/check", text: review.read_title }
  return { ...words, button: give ?? read, open, gives: give !== undefined }
}

/** What has come since the answers were sent with it open; undefined if nothing has. */
function arrivedOf(req: PageRequest, sent: LastSent | undefined, open: readonly OpenItem[]) {
  const { review } = req.words
  const items = sent?.items ?? []
  const received = items.filter(({ state }) => state === "received")
  if (received.length === 0) return undefined
  const isAll = items.every(({ state }) => state !== "open")
  const names = joinWords(arrivalsInWords(received, req.lang, readerOf(req)), req.lang)
  const title = (isAll ? review.received_all : review.received)(names)
  const still = joinWords(openInWords(open, req), req.lang)
  return { title, text: isAll ? review.received_thanks(req.firm.name) : review.state.sent_open(still) }
}

/** The button for the first open item that the reader can give. */
async function giveButton(req: PageRequest, open: readonly OpenItem[]) {
  const own = await nextToSign(req)
  const answerable = req.may_edit ? undefined : await req.loaded.answerable()
  const item = open.find(({ kind, record_id }) =>
    kind === "signature" ? record_id === own?.agreement_id : (answerable?.has(record_id) ?? true),
  )
  if (!item) return undefined
  const { sign, review } = req.words
  const text = item.kind === "signature" ? sign.go : review.bring(textIn(item.label, req.lang))
  return { href: openItemUrl(item, req), text }
}

/** The card of the next step. */
export async function NextCard({ req, step }: { req: PageRequest; step: NextStep }) {
  const { title, text, button, link, open = [], gives, row } = step
  const other = row || gives || open.length === 0 ? undefined : await findOtherSigner(req)
  const isMain = other !== undefined && other.way !== "just_requested"
  // The button names the only item.
  const listed = gives && open.length === 1 && open[0]?.kind === "document" ? [] : open
  return (
    <Card title={title} attributes={{ class: "card next" }}>
      {text && <p>{text}</p>}
      <div class="stack" id={open.length > 0 ? "open" : undefined}>
        {await OpenItemList({ req, open: listed })}
        {other && (await AskToSign({ req, is_main: true }))}
        <Actions>
          <LinkButton
            href={button.href}
            about={button.about}
            icon="arrow-right"
            variant={isMain ? "secondary" : "primary"}
            wide
          >
            {button.text}
          </LinkButton>
          {link && <a href={link.href}>{link.text}</a>}
        </Actions>
      </div>
    </Card>
  )
}
