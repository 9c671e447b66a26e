import { findIntroduction } from "../../../firm/users/introductions.ts"
import { AskToSign, askToSignUrl } from "../../../intake/agreements/portal/ask-to-sign.tsx"
import { signTile } from "../../../intake/agreements/portal/tasks.ts"
import { familyUrl } from "../../../intake/contacts/portal/family/family-page.tsx"
import { stillNamedBanner } from "../../../intake/contacts/portal/naming/fallen-out.tsx"
import { correctionsPanel } from "../../../intake/corrections/portal/shown.tsx"
import { showHelperHome } from "../../../intake/handovers/portal/helper.tsx"
import {
  HandOverLink,
  openHandovers,
  requestCards,
  returnedBanners,
} from "../../../intake/handovers/portal/visible-handovers.tsx"
import { messagesOnHome } from "../../../intake/messages/portal/list-page.tsx"
import { hiddenAloneNotice } from "../../../intake/portal/alone.tsx"
import { ChangedForYou } from "../../../intake/portal/changed.tsx"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import { DoneRows, LaterRow, pathOf, sendingRow } from "../../../intake/portal/path/path.tsx"
import { readSectionProgress } from "../../../intake/portal/path/progress.ts"
import { filesTile, Tiles } from "../../../intake/portal/path/tiles.tsx"
import { presenceNotice } from "../../../intake/portal/presence.tsx"
import type { View } from "../../../intake/portal/view.tsx"
import { readProgress } from "../../../intake/submissions/missing/progress.ts"
import { readSendingState } from "../../../intake/submissions/portal/sending-state.ts"
import { StatusSteps } from "../../../intake/submissions/portal/status.tsx"
import { findLastSent } from "../../../intake/submissions/portal/submission.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Introduction } from "../../../web/ui/components/introduction.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { ProgressBar } from "../../../web/ui/components/progress-bar.tsx"
import { canSignInElsewhere } from "../account/account.tsx"
import { passkeyOffer } from "../account/passkey-offer.tsx"
import { NextCard, readNextStep } from "./next-step.tsx"

/** The home page as a path: what is done in one line, the next step as a card, what is left, and three tiles. */
export async function showHome(req: PageRequest): Promise<View> {
  if (req.client.is_limited) return showHelperHome(req)
  const { words, may_edit } = req
  const [parts, sent, canComeBack, corrections, messages, offer, requested, handed] = await Promise.all([
    readSectionProgress(req),
    findLastSent(req),
    req.impersonation !== undefined || canSignInElsewhere(req),
    correctionsPanel(req),
    messagesOnHome(req),
    passkeyOffer(req),
    requestCards(req),
    openHandovers(req),
    presenceNotice(req),
  ])
  const state = await readSendingState(req)
  const progress = may_edit && !sent && (await readProgress(req.tx, [req.matter.id])).get(req.matter.id)
  const step = await readNextStep(req, parts, handed, sent, state)
  const is_sent = sent !== undefined && !sent.is_changed
  const all = await pathOf(req, parts, { handed, is_sent, state })
  const rows = may_edit ? all : all.filter(({ id }) => id !== sendingRow)
  const left = rows.filter(({ id, status }) => !status.done && id !== step.row)
  const title = words.home.title(req.first_name)
  const introduction = await findIntroduction(req.tx, req.matter.id)
  return {
    title,
    wide: true,
    banner: await stillNamedBanner(req),
    body: (
      <>
        <PageHeading
          caption={req.questionnaire_title}
          title={title}
          lede={step.is_new ? words.home.lede : undefined}
        />
        <div class="home">
          <div class="stack">
            {progress && (
              <ProgressBar
                id="progress"
                label={words.home.progress}
                text={words.home.progress_text(progress.percent)}
                value={progress.percent}
                max={100}
              />
            )}
            {corrections}
            {requested ?? (await NextCard({ req, step }))}
            {step.row === sendingRow && step.button.href !== askToSignUrl && (await AskToSign({ req }))}
            {!req.impersonation && (
              <ChangedForYou req={req} changes={await req.loaded.impersonatedChanges()} />
            )}
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
            <section class="path" aria-label={words.home.parts}>
              <DoneRows req={req} rows={rows.filter(({ status }) => status.done)} />
              {(left.length > 0 || is_sent) && (
                <ol class="steps">
                  {left.map((row) => (
                    <LaterRow key={row.id} {...row} />
                  ))}
                  {is_sent && (await StatusSteps({ req, sent: sent.by_client }))}
                </ol>
              )}
            </section>
          </div>
          <div class="stack">
            {introduction && <Introduction of={introduction} lang={req.lang} />}
            <Tiles tiles={[await signTile(req), await filesTile(req, state), messages.tile]} />
            {hiddenAloneNotice(req)}
            {(await req.loaded.people()).length > 1 && (
              <p>
                <a class="card-link" href={familyUrl}>
                  {words.family.open}
                </a>
              </p>
            )}
            {await HandOverLink(req)}
            {offer}
          </div>
        </div>
      </>
    ),
  }
}
