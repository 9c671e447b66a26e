import { textIn } from "../../../definition/text.ts"
import { ChangedForYou } from "../../../firm/access/portal/changed.tsx"
import { messagesOnHome } from "../../../follow-up/messages/portal/list-page.tsx"
import { AskToSign, askToSignUrl, findOtherSigner } from "../../../intake/agreements/portal/ask-to-sign.tsx"
import { signTasks } from "../../../intake/agreements/portal/tasks.tsx"
import { agreementUrl, nextToSign, signsFirst, titleOf } from "../../../intake/agreements/portal/to-sign.ts"
import type { ToSign } from "../../../intake/agreements/signing.ts"
import { familyUrl, readFamily } from "../../../intake/contacts/portal/family/family-page.tsx"
import { stillNamedBanner } from "../../../intake/contacts/portal/naming/fallen-out.tsx"
import { correctionsPanel } from "../../../intake/corrections/portal/shown.tsx"
import { showHelperHome } from "../../../intake/handovers/portal/helper.tsx"
import {
  HandOverLink,
  openHandovers,
  requestCards,
  returnedBanners,
} from "../../../intake/handovers/portal/visible-handovers.tsx"
import { readProgress } from "../../../intake/submissions/missing/progress.ts"
import { openItemsCard, openItemUrl } from "../../../intake/submissions/portal/open-items.tsx"
import { submissionUrl } from "../../../intake/submissions/portal/sending.tsx"
import { readSendingState, type SendingState } from "../../../intake/submissions/portal/sending-state.ts"
import { findLastSent, type LastSent, SentBanner } from "../../../intake/submissions/portal/submission.tsx"
import { FamilyTree } from "../../family/tree.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Actions, LinkButton } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { ProgressBar } from "../../ui/components/progress-bar.tsx"
import { TaskList } from "../../ui/components/task-list.tsx"
import { canSignInElsewhere } from "../account/account.tsx"
import { passkeyOffer } from "../account/passkey-offer.tsx"
import { hiddenAloneNotice } from "../alone.tsx"
import type { PageRequest } from "../page-request.ts"
import { presenceNotice } from "../presence.tsx"
import { ReadOnlyBanner } from "../sections/read-only.tsx"
import { sectionUrl } from "../sections/section.tsx"
import type { View } from "../view.tsx"
import { sectionTask, sendingTask } from "./home-tasks.ts"
import { readSectionProgress, type SectionProgress } from "./progress.ts"

/** The home page: every section with its progress, one button for the next step, and submitting at the end. */
export async function showHome(req: PageRequest): Promise<View> {
  if (req.client.is_limited) return showHelperHome(req)
  const { words, may_edit } = req
  const [
    parts,
    sent,
    canComeBack,
    corrections,
    messages,
    family,
    offer,
    unsigned,
    signing,
    requested,
    handed,
  ] = await Promise.all([
    readSectionProgress(req),
    findLastSent(req),
    req.impersonation !== undefined || canSignInElsewhere(req),
    correctionsPanel(req),
    messagesOnHome(req),
    readFamily(req),
    passkeyOffer(req),
    nextToSign(req),
    signTasks(req),
    requestCards(req),
    openHandovers(req),
    presenceNotice(req),
  ])
  const sending_state = await readSendingState(req)
  const done = parts.filter(({ state }) => state === "completed").length
  const percent = (await readProgress(req.tx, [req.matter.id])).get(req.matter.id)?.percent ?? 0
  const next = await nextOf(req, parts, sent, unsigned, sending_state)
  const openItems =
    (sent || !may_edit) && (await openItemsCard(req, sending_state.open, words.review.open_title))
  const title = words.home.title(req.first_name)
  const sending = may_edit ? words.home.submit_title : words.home.all_title
  return {
    title,
    banner: (
      <>
        <ReadOnlyBanner req={req} />
        {sent && <SentBanner req={req} sent={sent} next={next.href} />}
        {!req.impersonation && <ChangedForYou req={req} changes={await req.loaded.impersonatedChanges()} />}
        {await stillNamedBanner(req)}
        {await returnedBanners(req)}
        {messages.banner}
        {!canComeBack && (
          <Banner
            tone="warning"
            title={words.account.none_title}
            actions={<a href="/portal/account">{words.account.none_link}</a>}
          >
            <p>{words.account.none}</p>
          </Banner>
        )}
      </>
    ),
    body: (
      <>
        <PageHeading
          caption={req.questionnaire_title}
          title={title}
          lede={may_edit ? ledeOf(req, sent, done === parts.length, sending_state) : undefined}
        />
        {requested}
        {corrections}
        {may_edit && (
          <ProgressBar
            id="progress"
            label={words.home.progress}
            text={words.home.progress_text(percent)}
            value={percent}
            max={100}
          />
        )}
        {!requested && (
          <Actions>
            <LinkButton href={next.href} icon="arrow-right" wide>
              {next.text}
            </LinkButton>
          </Actions>
        )}
        {openItems ||
          (may_edit && done === parts.length && next.href !== askToSignUrl && (await AskToSign({ req })))}
        {signsFirst(req) && signing}
        <h2 id="parts">{words.home.parts}</h2>
        <TaskList label={words.home.parts} tasks={parts.map((part) => sectionTask(part, handed, req))} />
        {await HandOverLink(req)}
        {hiddenAloneNotice(req)}
        {family.length > 0 && (
          <Card title={words.family.title} flush>
            <div class="family-part">
              <FamilyTree members={family} lang={req.lang} />
              <p>
                <a class="card-link" href={familyUrl}>
                  {words.family.open}
                </a>
              </p>
            </div>
          </Card>
        )}
        {!signsFirst(req) && signing}
        <h2>{sending}</h2>
        <TaskList label={sending} tasks={[sendingTask(req, sent, sending_state)]} />
        {messages.tasks}
        {offer}
      </>
    ),
  }
}

/** The target of the page's one large button. */
async function nextOf(
  req: PageRequest,
  parts: readonly SectionProgress[],
  sent: LastSent | undefined,
  unsigned: ToSign | undefined,
  state: SendingState,
): Promise<{ href: string; text: string }> {
  const {
    words: { home, review, sign },
    lang,
    may_edit,
    impersonation,
  } = req
  const signing = unsigned && {
    href: agreementUrl(unsigned.agreement_id),
    text: sign.read(titleOf(unsigned, req)),
  }
  if (signing && signsFirst(req)) return signing
  if (!may_edit) {
    const answerable = await req.loaded.answerable()
    const item = state.open.find(({ kind, record_id }) => kind === "document" && answerable.has(record_id))
    const bringing = item && {
      href: openItemUrl(item, req),
      text: review.bring(textIn(item.label, lang)),
    }
    return signing ?? bringing ?? { href: "/portal/check", text: review.read_title }
  }
  const next = parts.find(({ state }) => state === "in_progress" || state === "not_started")
  if (next) {
    const isFirst = parts.every(({ state }) => state === "not_started" || state === "cannot_start")
    const text = (isFirst ? home.start : home.go_on)(textIn(next.section.title, lang))
    return { href: sectionUrl(next.section.id), text }
  }
  if (signing) return signing
  // Only the client can submit.
  if (impersonation) return { href: "/portal/check", text: home.all_title }
  if (sent && !sent.is_changed)
    return { href: submissionUrl(sent.last.number), text: review.last_sent_action }
  if (state.kind === "unsigned") {
    const other = await findOtherSigner(req)
    if (other) return { href: askToSignUrl, text: sign.ask.button(other.name) }
  }
  if (state.kind !== "ready") return { href: "/portal/check#missing", text: review.see_needed }
  return { href: "/portal/check", text: sent ? review.unsent_action : home.submit_title }
}

function ledeOf(
  { words, impersonation }: PageRequest,
  sent: LastSent | undefined,
  isAllDone: boolean,
  { kind, open, sentence }: SendingState,
): string {
  if (sent) return words.home.sent_lede
  // Only the client can submit.
  if (!isAllDone || impersonation) return words.home.lede
  return kind === "ready" && open.length === 0 ? words.home.done_lede : sentence
}
