// The review of a matter on one page: missing items, changes, findings and corrections, then everything the client
// entered. Staff accept, ask about or edit each line in place.

import { textIn } from "../../../../definition/text.ts"
import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import { countText } from "../../../../platform/count-text.ts"
import { badRequest } from "../../../../platform/errors.ts"
import { frameOf, type MatterDetails, openMatter } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import { type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Details } from "../../../../web/ui/components/details.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { PostForm } from "../../../../web/ui/components/permitted.tsx"
import { CorrectionsCard } from "../../../corrections/console/requests.tsx"
import { collectCorrection } from "../../../corrections/requests.ts"
import { subjectOf, subjectText } from "../../../corrections/subjects.ts"
import { acceptLines } from "../../review/acceptance.ts"
import { OpenItemsCard } from "../open-items-card.tsx"
import { Agenda } from "./agenda.tsx"
import { AskForm, previousValue, requestText } from "./ask-form.tsx"
import { JumpList } from "./jump-list.tsx"
import { acceptForm, Line, LineCard, type LineContext } from "./line.tsx"
import { allLines, type Review, readReview } from "./read-review.ts"
import { ReviewProgress } from "./review-progress.tsx"

export async function reviewPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await openMatter(req)
  const frame = frameOf(matter, "/review")
  const review = await readReview(req, matter.id)
  if (matter.state === "created" && review.is_blank) return { ...frame, body: <NotStarted matter={matter} /> }
  const { missing, open, changes, findings, corrections, agenda, parts, questions } = review
  const context = contextOf(req, matter, review, refused)
  return {
    ...frame,
    refused,
    frames: true,
    islands: ["review"],
    body: (
      <div id="review" class="stack">
        <PostForm id={acceptForm} action={`${context.home}/review`} data-in-place hidden />
        <ReviewProgress lines={allLines(review)} corrections={corrections} matter={matter} />
        <JumpList review={review} />
        <LineCard
          id="missing"
          title={`Still missing: ${missing.length}`}
          lines={missing}
          context={context}
          hint="Required, but not answered yet."
        />
        {open.length > 0 && <OpenItemsCard items={open} />}
        <LineCard
          id="changes"
          title={`Changed since last seen: ${changes.length}`}
          lines={changes}
          context={context}
        />
        {findings.length > 0 && (
          <Card title={`Worth a look: ${findings.flatMap(({ lines }) => lines).length}`} id="findings" flush>
            <p class="hint line-hint">
              These points follow from what the client entered. You decide what they mean.
            </p>
            {findings.map(({ title, lines }) => (
              <section key={title}>
                <h3 class="line-heading">{title}</h3>
                <ul class="lines">
                  {lines.map((line) => (
                    <Line key={line.id} line={line} context={context} />
                  ))}
                </ul>
              </section>
            ))}
          </Card>
        )}
        {corrections.length > 0 && <CorrectionsCard matter={matter} corrections={corrections} req={req} />}
        <Agenda agenda={agenda} />
        {parts.map(({ id, title, lines }) => (
          <LineCard key={id} id={id} title={title} lines={lines} context={context} />
        ))}
        {questions.map(({ section, lines, hidden_prompts }) => (
          <LineCard
            key={section.id}
            id={section.id}
            title={textIn(section.title, "en")}
            lines={lines}
            context={context}
            footer={hidden_prompts.length > 0 && <HiddenQuestions prompts={hidden_prompts} />}
          />
        ))}
      </div>
    ),
  }
}

function NotStarted({ matter }: { matter: MatterDetails }) {
  return (
    <EmptyState
      title="Nothing to review yet"
      icon="edit"
      action={<LinkButton href={`/console/matters/${matter.id}`}>Go to the overview</LinkButton>}
    >
      Answers appear here as soon as the client enters them.
    </EmptyState>
  )
}

/** Questions that conditions hid from the client. */
function HiddenQuestions({ prompts }: { prompts: readonly string[] }) {
  const count = countText(prompts.length, "question was", "questions were")
  return (
    <Details summary={`${count} not asked, because of other answers`}>
      <ul>
        {prompts.map((prompt) => (
          <li key={prompt}>{prompt}</li>
        ))}
      </ul>
    </Details>
  )
}

function contextOf(
  req: PageRequest,
  matter: MatterDetails,
  review: Review,
  refused: RefusedForm | undefined,
): LineContext {
  const home = `/console/matters/${matter.id}`
  const isOpen = matter.state !== "closed" && isAtLeast(req.staff.role, "member")
  const may = {
    accept: isOpen && matter.submitted_at !== null,
    ask: isOpen && matter.state !== "created",
    edit: isOpen,
  }
  const line = may.ask ? allLines(review).find(({ id }) => id === req.query.ask) : undefined
  const requested = review.corrections.filter(
    (one) => line?.subject && subjectText(one) === subjectText(line.subject) && one.requested_at !== null,
  )
  return {
    home,
    req,
    may,
    why_not: !isOpen
      ? "The matter is closed, or you only read: lines cannot be accepted."
      : "Lines can be accepted once the client has submitted.",
    corrections: new Map(review.corrections.map((one) => [subjectText(one), one.state])),
    openForm: line && {
      line_id: line.id,
      form: (
        <AskForm
          line={line}
          requested={requested}
          home={home}
          refused={refused}
          earlier={previousValue(line, review.steps)}
        />
      ),
    },
  }
}

/** Accepts lines, or collects a correction to send to the client later. */
export async function actOnReview(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form } = req
  const { id } = await requireMatter(req)
  const page = `/console/matters/${id}/review`
  const [line_id = "", ...marks] = textOf(form, "accept").split(" ")
  if (!line_id) {
    await collectCorrection(tx, id, { ...subjectOf(textOf(form, "subject")), words: requestText(req) })
    return { to: `${page}#${textOf(form, "line")}`, flash: { done: "correction_collected" } }
  }
  if ((await acceptLines(tx, parts.ring, id, marks)) === 0) {
    const message = "This has changed since you opened the page. Check the current version."
    throw badRequest([{ param: "main", code: "out_of_date", message }])
  }
  const part = async () => (await reviewPage(req)).body
  return { to: `${page}#${line_id}`, flash: { done: "lines_accepted" }, part }
}
