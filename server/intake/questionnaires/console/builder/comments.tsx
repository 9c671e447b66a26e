// Comments on the selected part. Members who cannot edit a draft can discuss it here.

import {
  addComment,
  type DraftComment,
  listColleagues,
  markComment,
  max_comment_characters,
  removeOwnComment,
} from "../../../../follow-up/notes/draft-comments.ts"
import { notFound } from "../../../../platform/errors.ts"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import {
  idOf,
  type PageRequest,
  type RefusedForm,
  trimmedTextOf,
} from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { Redirect } from "../../../../web/console/view.tsx"
import { Button, PostForm } from "../../../../web/ui/components/button.tsx"
import { Card, Details } from "../../../../web/ui/components/card.tsx"
import { commentsUrl, type Draft, draftUrl, openDraft, viewOptionsOf } from "./draft.ts"
import { findSelected, type Selected } from "./selected.ts"

/** The comments on the selected part, and the form for another; `refused` is that form, if it was. */
export async function commentsCard(
  req: PageRequest,
  draft: Draft,
  selected: Selected,
  comments: readonly DraftComment[],
  refused: RefusedForm | undefined,
) {
  const colleagues = await listColleagues(req.tx)
  const own = comments.filter(({ part_id }) => part_id === selected.key)
  const open = own.filter(({ resolved_at }) => resolved_at === null)
  const resolved = own.filter((comment) => !open.includes(comment))
  const example = colleagues.find(({ id }) => id !== req.staff.user_id)?.name.split(" ")[0]
  const fields = {
    draft_comment_id: hidden(idOf(req.form, "draft_comment")),
    comment: text({
      label: "New comment",
      hint: `Clients never see comments.${example ? ` Mention a colleague with an @, for example @${example}.` : ""}`,
      rows: 2,
      max: max_comment_characters,
    }),
  }
  return (
    <Card title={open.length > 0 ? `Comments (${open.length})` : "Comments"} id="comments">
      {own.length === 0 && <p class="hint">{`No comments on this ${selected.noun} yet.`}</p>}
      {open.length > 0 && <List comments={open} draft={draft} req={req} />}
      <PostForm action={urlOf(draft, selected.key, req)} class="stack">
        {showFields(fields, refused)}
        <Button variant="secondary" small>
          Comment
        </Button>
      </PostForm>
      {resolved.length > 0 && (
        <Details summary={`Resolved (${resolved.length})`}>
          <List comments={resolved} draft={draft} req={req} />
        </Details>
      )}
    </Card>
  )
}

function List(props: { comments: readonly DraftComment[]; draft: Draft; req: PageRequest }) {
  const { comments, draft, req } = props
  const button = (comment: DraftComment, action: string, words: string) => (
    <PostForm action={urlOf(draft, comment.part_id, req, `/${comment.id}/${action}`)}>
      <input type="hidden" name="resolved" value={comment.resolved_at ? "no" : "yes"} />
      <Button variant="quiet" small about={comment.text.slice(0, 80)}>
        {words}
      </Button>
    </PostForm>
  )
  return (
    <ul class="comment-list">
      {comments.map((comment) => (
        <li key={comment.id} id={comment.id}>
          <p class="long-text">{comment.text}</p>
          <p class="cell-note">
            {comment.by_name}, <When at={comment.written_at} req={req} in_text />
            {comment.mentions.length > 0 && <> · Mentions {comment.mentions.join(", ")}</>}
            {comment.resolved_at && (
              <>
                {" "}
                · Resolved by {comment.resolved_by_name}, <When at={comment.resolved_at} req={req} in_text />
              </>
            )}
          </p>
          <div class="queue-actions">
            {button(comment, "resolution", comment.resolved_at ? "Reopen" : "Resolve")}
            {comment.written_by === req.staff.user_id && button(comment, "removal", "Remove")}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The URL a comment is posted to; its query keeps the selected part and the view options. */
function urlOf({ row }: Draft, part: string, req: PageRequest, path = ""): string {
  const [, query] = commentsUrl(row.id, part, viewOptionsOf(req)).split(/[?#]/)
  return `${draftUrl(row.id)}/comments${path}?${query}`
}

export async function writeComment(req: PageRequest): Promise<Redirect> {
  const draft = await openDraft(req)
  const selected = findSelected(draft, req.query.part ?? "")
  if (!selected) throw notFound()
  await addComment(
    req.tx,
    draft.row.id,
    selected.key,
    trimmedTextOf(req.form, "comment"),
    idOf(req.form, "draft_comment"),
  )
  return { to: commentsUrl(draft.row.id, selected.key, viewOptionsOf(req)), flash: { done: "comment_added" } }
}

export async function resolveComment(req: PageRequest): Promise<Redirect> {
  const id = req.param("questionnaire_id")
  const isResolved = trimmedTextOf(req.form, "resolved") !== "no"
  const part = await markComment(req.tx, id, req.param("comment_id"), isResolved)
  const done = isResolved ? "comment_resolved" : "comment_reopened"
  return { to: commentsUrl(id, part, viewOptionsOf(req)), flash: { done } }
}

export async function removeComment(req: PageRequest): Promise<Redirect> {
  const id = req.param("questionnaire_id")
  const part = await removeOwnComment(req.tx, id, req.param("comment_id"))
  return { to: commentsUrl(id, part, viewOptionsOf(req)), flash: { done: "comment_removed" } }
}
