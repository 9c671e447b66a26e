import { languageCodes, languages } from "../../../definition/text.ts"
import { max_message_text_characters } from "../../../intake/messages/writing.ts"
import { takeAdvisoryLock } from "../../../platform/db/advisory-lock.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { storedIn, valuesIn } from "../../../web/console/forms/field.ts"
import type { Flash } from "../../../web/console/forms/flash.ts"
import { requireRevision, revisionFor, storedNow } from "../../../web/console/forms/stale-forms.tsx"
import { line, text } from "../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { idOf, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Button, Menu } from "../../../web/ui/components/button.tsx"
import {
  fillReply,
  listStockReplies,
  max_name_characters,
  placeholders,
  removeStockReply,
  saveStockReply,
} from "../stock-replies.ts"
import type { Mode } from "./mode.ts"
import { conversationUrl, newest } from "./urls.ts"

export async function repliesMode(req: PageRequest, matter_id: string): Promise<Mode> {
  const { tx, form, query } = req
  const sent = trimmedTextOf(form, "stock_reply_id")
  // Of two colleagues who save at the same time, the second sees what the first has stored.
  if (sent) await takeAdvisoryLock(tx, `stock_replies:${sent}`)
  const replies = await listStockReplies(tx, matter_id)
  const edited = replies.find((reply) => reply.id === (sent || query.change))
  const id = edited?.id ?? idOf(form, "stock_reply")
  const fields = {
    stock_reply_id: hidden(id),
    name: line({ label: "Name of the reply", max: max_name_characters, value: edited?.name ?? "" }),
    language: list({
      label: "Language",
      options: languageCodes.map((value) => ({ value, label: languages[value].name })),
      value: edited?.language ?? "en",
    }),
    text: text({
      label: "Reply",
      hint: `Filled in when it is inserted: ${placeholders.map((each) => `{${each}}`).join(", ")}.`,
      rows: 4,
      placeholder: "Text of the reply",
      max: max_message_text_characters,
      value: edited?.text ?? "",
    }),
  }
  const deleted = form.seen ? [{ label: "The reply", value: "Deleted by a colleague" }] : []
  // Nothing of a new one.
  const stored = edited ? storedIn(fields) : deleted
  return {
    name: "replies",
    draft: edited?.id ?? "",
    fields,
    layout: (show, refused) => (
      <>
        {storedNow(stored, refused)}
        {stored.length > 0 && <input type="hidden" name="seen" value={revisionFor(stored, refused)} />}
        {replies.length > 0 && (
          <p class="composer-about">
            {replies.map((reply) => (
              <a
                key={reply.id}
                href={`${conversationUrl(matter_id, { to: "replies", change: reply.id })}${newest}`}
                aria-current={reply === edited ? "true" : undefined}
              >
                {reply.name}
              </a>
            ))}
          </p>
        )}
        {show(fields)}
      </>
    ),
    buttons: (
      <>
        <Button icon="check">{edited ? "Save the reply" : "Add the reply"}</Button>
        {edited && (
          <Button variant="secondary" icon="trash" name="remove_reply" value={edited.id}>
            Delete it
          </Button>
        )}
      </>
    ),
    save: async () => {
      const removed_id = trimmedTextOf(form, "remove_reply")
      if (removed_id) {
        const { id: stock_reply_id, ...removed } = await removeStockReply(tx, removed_id)
        const fields = { to: "replies", stock_reply_id, ...removed }
        return {
          done: "stock_reply_removed",
          undo: { action: conversationUrl(matter_id), fields },
        } satisfies Flash
      }
      if (form.seen) requireRevision(req, stored)
      const { name, language, text } = valuesIn(fields, form)
      await saveStockReply(tx, { id, name, language, text })
      return "stock_reply_saved"
    },
  }
}

/** The replies to insert, each with its text filled in; a press without script inserts it too. */
export async function readReplies(req: PageRequest, matter_id: string, topic_id?: string) {
  const { name, firm } = req.staff
  const replies = await listStockReplies(req.tx, matter_id, topic_id)
  return replies.map(({ client_first_name, ...reply }) => ({
    ...reply,
    filled: fillReply(reply.text, { client_first_name, your_name: name, firm_name: firm.name }),
  }))
}

/** What was typed and, after it, the reply whose button was pressed without script; undefined if none was. */
export async function withReply(req: PageRequest, matter_id: string): Promise<Form | undefined> {
  const id = trimmedTextOf(req.form, "insert_reply")
  if (!id) return undefined
  const reply = (await readReplies(req, matter_id, trimmedTextOf(req.form, "reply"))).find(
    (each) => each.id === id,
  )
  const text = [trimmedTextOf(req.form, "text"), reply?.filled].filter(Boolean).join("\n\n")
  return { ...req.form, text: [text] }
}

export function RepliesMenu({
  replies,
  matter_id,
}: {
  replies: Awaited<ReturnType<typeof readReplies>>
  matter_id: string
}) {
  return (
    <Menu id="replies" label="Replies" variant="quiet">
      {replies.map(({ id, name, language, filled }) => (
        <Button
          key={id}
          variant="quiet"
          small
          name="insert_reply"
          value={id}
          attributes={{ "data-reply": filled }}
        >
          {name}
          {language !== replies[0]?.language && ` (${languages[language as "en"]?.name ?? language})`}
        </Button>
      ))}
      <a href={`${conversationUrl(matter_id, { to: "replies" })}${newest}`}>
        {replies.length > 0 ? "Edit the replies…" : "Add a reply…"}
      </a>
    </Menu>
  )
}
