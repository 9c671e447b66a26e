// The review of a matter is its record on one page: missing items, changes and findings, then everything the
// client entered. Staff accept, ask about or edit each line in place, and compare any two versions.

import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Notice } from "../../../../web/ui/components/banner.tsx"
import { Button, PostForm } from "../../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../../web/ui/components/card.tsx"
import { sharingPaused } from "../../../contacts/console/taking-part.tsx"
import { subjectText } from "../../../corrections/subjects.ts"
import { frameOf, type MatterDetails, openMatter } from "../../../matters/console/frame/frame.tsx"
import { OpenItems, openItemsCard } from "../open-items-forms.tsx"
import { changedBack } from "./actions.tsx"
import { AskForm, earlierWords, StockSentences } from "./ask-form.tsx"
import { acceptForm, LineCard, type LineContext, type ReviewLine } from "./line.tsx"
import { Rail, ReviewBar } from "./rail.tsx"
import { allLines, type Review, readPastReview, readReview } from "./read-review.tsx"
import { reasons, searchOf, versionOf } from "./versions.tsx"

export async function reviewPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await openMatter(req)
  const version = versionOf(req)
  const { number } = version
  const [review, paused] = await Promise.all([
    number === undefined ? readReview(req, matter, version) : readPastReview(req, matter, number, version),
    sharingPaused(req, matter),
  ])
  const frame = frameOf(matter, "/review")
  if (matter.state === "created" && review.is_blank)
    return {
      ...frame,
      body: (
        <EmptyState title="Nothing to review yet" icon="edit">
          Answers appear here as soon as the client enters them.
        </EmptyState>
      ),
    }
  const context = lineContextOf(req, matter, review, refused)
  const { missing, open, changes, findings, agenda, parts, submission } = review
  return {
    ...frame,
    refused,
    frames: true,
    islands: ["review"],
    body: (
      <div id="review" class="stack">
        <PostForm id={acceptForm} action={`${context.home}/review${searchOf(version)}`} hidden />
        {paused}
        <ReviewBar review={review} matter={matter} />
        <div class="review-record">
          <Rail review={review} home={context.home} req={req} />
          <div class="stack">
            {submission && <Submission submission={submission} req={req} />}
            <LineCard
              part={{ id: "missing", title: `Still missing: ${missing.length}`, lines: missing }}
              context={context}
              hint="Required, but not answered yet."
            />
            {number === undefined && (await openItemsCard(req, matter, open))}
            <LineCard
              part={{ ...changes, id: "changes", title: `${changes.title}: ${changes.lines.length}` }}
              context={context}
            />
            {version.since !== undefined && changes.lines.length === 0 && (
              <Notice>
                {changes.title}: nothing. People, roles, assets, answers and documents are the same.
              </Notice>
            )}
            <ChangedBack matter={matter} review={review} />
            <LineCard
              part={{ id: "findings", title: `Worth a look: ${findings.length}`, lines: findings }}
              context={context}
              hint="These points follow from what the client entered. You decide what they mean."
            />
            <LineCard
              part={{ id: "agenda", title: `To talk about: ${agenda.length}`, lines: agenda }}
              context={context}
              hint="The client does not know these answers yet and wants to discuss them when you meet."
            />
            {parts.map((part) => (
              <LineCard key={part.id} part={part} context={context} />
            ))}
          </div>
        </div>
        <section class="printed-only">
          <h2>Notes</h2>
          {[1, 2, 3, 4, 5, 6].map((line) => (
            <div key={line} class="notes-line" />
          ))}
        </section>
        {context.may.ask && (
          <>
            <template id="ask-line">
              <AskForm home={context.home} matter={matter} />
            </template>
            <StockSentences />
          </>
        )}
      </div>
    ),
  }
}

function Submission(props: { submission: NonNullable<Review["submission"]>; req: PageRequest }) {
  const { number, reason, submitted_by_name, submitted_at, open } = props.submission
  return (
    <Card title={`Submission ${number}`}>
      <p>
        {`It was ${reasons[reason]} by ${submitted_by_name || "someone"}, ${timeText(submitted_at, props.req)}. `}
        Everything below is shown as it was then.
      </p>
      {open.length > 0 && <h3>Still to come then</h3>}
      <OpenItems items={open} req={props.req} />
    </Card>
  )
}

/** A change that was undone shows no difference, but still waits to be acknowledged. */
function ChangedBack({
  matter,
  review: { version, changes, steps },
}: {
  matter: MatterDetails
  review: Review
}) {
  const isNow = version.number === undefined && version.since === undefined
  if (!isNow || !matter.is_unseen || steps.length === 0 || changes.lines.length > 0) return null
  return (
    <Notice tone="warning">
      The client changed something and changed it back.{" "}
      <Button small variant="secondary" name="accept" value={changedBack} attributes={{ form: acceptForm }}>
        Mark as seen
      </Button>
    </Notice>
  )
}

export function lineContextOf(
  req: PageRequest,
  matter: MatterDetails,
  review: Review,
  refused?: RefusedForm,
): LineContext {
  const home = `/console/matters/${matter.id}`
  const isOpen = matter.state !== "closed" && isAtLeast(req.staff.role, "member")
  const isNow = review.submission === undefined
  const may = {
    accept: isOpen && matter.submitted_at !== null,
    ask: isOpen && isNow && matter.state !== "created",
    edit: isOpen && isNow,
  }
  const line = may.ask ? allLines(review).find(({ id }) => id === req.query.ask) : undefined
  const earlierOf = (one: ReviewLine) => earlierWords(one, review.steps, review.corrections)
  return {
    home,
    req,
    may,
    edited_in_line: review.edited_in_line,
    why_not: !isOpen
      ? "The matter is closed, or you only read: lines cannot be accepted."
      : "Lines can be accepted once the client has submitted.",
    corrections: new Map(review.corrections.map((one) => [subjectText(one), one.state])),
    earlierOf,
    openForm: line && {
      line_id: line.id,
      form: <AskForm line={line} earlier={earlierOf(line)} {...{ home, matter, refused }} />,
    },
  }
}
