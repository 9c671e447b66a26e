import { textIn } from "../../../definition/text.ts"
import { PageForm, pageFormId } from "../../../web/portal/page-form.tsx"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { AskToSign } from "../../agreements/portal/ask-to-sign.tsx"
import { stillNamedBanner } from "../../contacts/portal/naming/fallen-out.tsx"
import { CorrectionLinks, openCorrections } from "../../corrections/portal/shown.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { positionIn, sendingId } from "../../portal/sections/position.tsx"
import { ReadOnlyBanner } from "../../portal/sections/read-only.tsx"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import { pagesOf, visibleSections } from "../../portal/sections/section-pages.ts"
import type { View } from "../../portal/view.tsx"
import { type Missing, missingName } from "../missing/missing-answer.ts"
import { missingSentence } from "../missing/missing-sentences.ts"
import { listSubmissions } from "../submissions.ts"
import { hasUnsentChanges } from "../unsent.ts"
import { locateMissing } from "./field-urls.ts"
import { openItemsCard } from "./open-items.tsx"
import { PartCard } from "./part-card.tsx"
import { readSendingState } from "./sending-state.ts"

/** A missing answer: `text` is a complete sentence, `name` is for a list under a heading. */
interface MissingError extends SummaryError {
  name: string
}

/** A form field with the number of the last submission when the page was rendered; 0 if there was none. */
export const afterField = "after"

/** The page before submitting: every answer with a Change link, and what is still needed. */
export async function showCheck(req: PageRequest, { query }: RoutedRequest): Promise<View> {
  return checkView(req, await missingErrors(req), { open: query.part })
}

/** The page with errors, after an attempt to submit with answers missing. */
export async function showIncomplete(req: PageRequest): Promise<View> {
  return { ...(await checkView(req, await missingErrors(req), { isRefused: true })), status: 422 }
}

async function checkView(
  req: PageRequest,
  missing: readonly MissingError[],
  { isRefused = false, open }: { isRefused?: boolean; open?: string | undefined },
): Promise<View> {
  const { tx, matter, lang, may_edit, firm } = req
  const words = req.words.review
  const title = may_edit ? words.title : words.read_title
  const parts = await Promise.all(
    visibleSections(req).map(async (section) => ({
      section,
      groups: await pagesOf(section.kind).summary(req, section),
    })),
  )
  const [sent] = await listSubmissions(tx, matter.id)
  const send = (sent ? words.send_again : words.send)(firm.name)
  const maySend = may_edit && !req.impersonation
  const isNothingNew = sent !== undefined && !(await hasUnsentChanges(tx, matter.id))
  const state = await readSendingState(req)
  return {
    title,
    wide: true,
    errors: isRefused ? missing : [],
    back: { href: "/portal" },
    position: await positionIn(req, sendingId),
    banner: (
      <>
        <ReadOnlyBanner req={req} />
        {await stillNamedBanner(req)}
      </>
    ),
    body: (
      <>
        <PageHeading
          caption={req.questionnaire_title}
          title={title}
          lede={may_edit ? words.lede : undefined}
        />
        {may_edit && !isRefused && missing.length > 0 && <StillNeeded req={req} missing={missing} />}
        {may_edit && state.kind === "unsigned" && (await AskToSign({ req }))}
        {maySend && isNothingNew && <Notice>{words.nothing_new}</Notice>}
        {await openCorrectionsCard(req)}
        {may_edit &&
          state.kind === "ready" &&
          (await openItemsCard(
            req,
            state.open,
            isNothingNew ? words.open_title : words.ready_title(state.open.length),
          ))}
        {maySend && state.kind === "ready" && !isNothingNew && (
          <Actions>
            <Button wide attributes={{ form: pageFormId }}>
              {send}
            </Button>
          </Actions>
        )}
        <div class="review-parts">
          {parts.map((part) => (
            <PartCard key={part.section.id} req={req} part={part} open={part.section.id === open} />
          ))}
        </div>
        {may_edit && req.impersonation && <Notice>{wordsIn(lang).impersonation.no_sending}</Notice>}
        {maySend && state.kind !== "ready" && !isNothingNew && (
          <Notice>
            <p>
              {state.sentence} {words.cannot_send} <a href="#missing">{words.see_needed}</a>
            </p>
          </Notice>
        )}
        {maySend && state.kind === "ready" && !isNothingNew && (
          <PageForm action="/portal/submission" words={req.words} submit={send}>
            <input type="hidden" name={afterField} value={sent?.number ?? 0} />
            {req.facts.clients.length > 1 && <p>{words.for_both}</p>}
          </PageForm>
        )}
      </>
    ),
  }
}

/** Links to the missing answers, by section. */
function StillNeeded({ req, missing }: { req: PageRequest; missing: readonly MissingError[] }) {
  const words = req.words.review
  const groups = Map.groupBy(missing, ({ group }) => group ?? "")
  return (
    <Card title={words.missing_title(missing.length)} id="missing">
      <p>{words.missing_lede}</p>
      {[...groups].map(([group, errors]) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul class="link-list">
            {errors.map(({ href, name }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

/** The firm's open correction requests. */
async function openCorrectionsCard(req: PageRequest) {
  const open = await openCorrections(req)
  if (open.length === 0) return null
  const words = req.words.corrections
  return (
    <Card title={words.still_open(req.firm.name, open.length)} id="asked">
      <p>{words.still_open_lede}</p>
      <CorrectionLinks items={open} lang={req.lang} />
    </Card>
  )
}

async function missingErrors(req: PageRequest): Promise<MissingError[]> {
  const { lang } = req
  const { missing } = await req.loaded.readiness()
  return Promise.all(
    missing.map(async (each) => {
      const { href, question } = await locateMissing(req, each)
      const text = question ? missingSentence(each.code, question, undefined, lang) : each.message
      return { href, text, name: question ?? missingName(each, lang), group: titleOf(req, each) }
    }),
  )
}

function titleOf({ definition, lang, words }: PageRequest, { section_id, where }: Missing): string {
  if ("agreement_id" in where) return words.sign.part
  return textIn(definition.sections.find(({ id }) => id === section_id)?.title, lang)
}
