import { listPeople } from "../../../intake/contacts/contacts.ts"
import type { MatterDetails } from "../../../intake/matters/console/frame/frame.tsx"
import { messageFields, messageIdOf, removeFile } from "../../../intake/messages/console/message-fields.tsx"
import { listTopics, type TopicRow } from "../../../intake/messages/messages.ts"
import { max_subject_characters, openTopic, writeMessage } from "../../../intake/messages/writing.ts"
import { badField, notFound } from "../../../platform/errors.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { isCalendarDay, shortDayText, timeText, todayOf } from "../../../web/console/times.tsx"
import { Button, EnterButton, Menu } from "../../../web/ui/components/button.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { listPlanned, planMessage, removePlan, timeByFirm } from "../planned-messages.ts"
import type { Mode } from "./mode.ts"
import { distinctly, type Labeled } from "./mode.ts"
import { RepliesMenu, readReplies } from "./replies-mode.tsx"
import { conversationUrl, newest } from "./urls.ts"

/** Writes to the client, in the topic that waits for a reply or any other, or in a new one. */
export async function clientMode(req: PageRequest, matter: MatterDetails): Promise<Mode> {
  const [topics, planned] = await Promise.all([labeledTopics(req, matter.id), plannedOwn(req, matter.id)])
  const reply = replyTo(topics, req)
  const replies = await readReplies(req, matter.id, reply?.of.id)
  const planned_at = planned?.held_back === null ? planned : undefined
  const { fields: message, content } = await messageFields(req, matter.id, planned)
  const subject = {
    subject: line({
      label: "Topic",
      // A label adds a client's name to a subject of full length.
      max: 2 * max_subject_characters,
      value: planned?.subject || matter.title.slice(0, max_subject_characters),
      suggestions: topics.map(({ label: value }) => ({ value })),
    }),
  }
  const send_at = planned_at?.send_local ?? (planned && "now")
  const offered = planned_at?.send_local ?? tomorrowMorning(req)
  const fields = { reply: hidden(reply?.of.id ?? new_topic), ...(reply ? {} : subject), ...message }
  return {
    name: "client",
    draft: planned?.id ?? reply?.of.id ?? "",
    fields,
    layout: (show) => (
      <>
        <EnterButton name="enter" value={send_at} />
        {show({ reply: fields.reply })}
        {reply ? <ReplyTopic reply={reply} matter_id={matter.id} /> : show(subject)}
        {content(show)}
      </>
    ),
    buttons: (
      <>
        <Button icon={planned_at ? "clock" : "mail"} name={send_at && "send_at"} value={send_at}>
          {planned_at ? `Send ${timeText(planned_at.send_at, req)}` : "Send to the client"}
        </Button>
        <SendLater req={req} is_planned={planned_at !== undefined} offered={offered} />
        <RepliesMenu replies={replies} matter_id={matter.id} />
      </>
    ),
    save: async () => {
      if (await removeFile(req, matter.id)) return undefined
      const typed: { text: string; subject?: string } = valuesIn(fields, req.form)
      const written = { text: typed.text, id: messageIdOf(req.form) }
      const subject = typed.subject ?? ""
      const topic = reply ?? topics.find(({ label }) => label === subject)
      const pressed = pressedTime(req, offered)
      const send_at = await chosenTime(req, pressed)
      if (send_at) {
        const plan = { ...written, topic_id: topic?.of.id ?? null, subject, send_at }
        await planMessage(req.tx, req.parts.ring, matter.id, plan)
        return { done: "message_planned", text: `The message will be sent ${timeText(send_at, req)}.` }
      }
      if (pressed) await removePlan(req.tx, matter.id, written.id)
      const at = { matter_id: matter.id, topic_id: topic?.of.id ?? "" }
      if (topic) await writeMessage(req.tx, req.parts, at, written)
      else await openTopic(req.tx, req.parts, matter.id, { subject, ...written })
      return "message_sent"
    },
  }
}

/** The message of the current user's that the address names, to change it. */
async function plannedOwn({ tx, parts, staff, query }: PageRequest, matter_id: string) {
  if (!query.change) return undefined
  const planned = await listPlanned(tx, parts.ring, matter_id)
  return planned.find(({ id, written_by }) => id === query.change && written_by === staff.user_id)
}

/** What the form sends instead of a topic's id. */
const new_topic = "new"

/** The topic that is replied to: the one named, or else one that waits for a reply. Throws "not found". */
function replyTo(topics: readonly Labeled<TopicRow>[], { form, query }: PageRequest) {
  const named = trimmedTextOf(form, "reply") || (form.subject ? new_topic : query.reply)
  if (named === new_topic) return undefined
  if (!named) return topics.find(({ of }) => of.waiting_since !== null)
  const reply = topics.find(({ of }) => of.id === named)
  if (!reply) throw notFound()
  return reply
}

function ReplyTopic({ reply, matter_id }: { reply: Labeled<TopicRow>; matter_id: string }) {
  return (
    <p>
      Reply about <strong>{reply.label}</strong>{" "}
      <a href={`${conversationUrl(matter_id, { to: "client", reply: new_topic })}${newest}`}>
        Write about something else
      </a>
    </p>
  )
}

/** Topics about one client alone carry that client's name: a reply must not reach the other. */
async function labeledTopics(
  { tx, parts, staff }: PageRequest,
  matter_id: string,
): Promise<Labeled<TopicRow>[]> {
  const topics = await listTopics(tx, parts.ring, matter_id, staff.user_id)
  const people = topics.some(({ about }) => about) ? await listPeople(tx, matter_id) : []
  const nameOf = (about: string) => people.find(({ id }) => id === about)?.full_name || "one client"
  const label = (of: TopicRow) => (of.about ? `${of.subject} – ${nameOf(of.about)}` : of.subject)
  // A number stays with its topic, whichever has the latest message.
  const oldest_first = topics.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const labeled = distinctly(oldest_first.map((of) => ({ label: label(of), of })))
  return labeled.toSorted((one, other) => topics.indexOf(one.of) - topics.indexOf(other.of))
}

/** The buttons that send the message later, or, if it is planned already, at another time or now. */
function SendLater(props: { req: PageRequest; is_planned: boolean; offered: string }) {
  const { req, is_planned, offered } = props
  const [today, tomorrow] = [todayOf(req), tomorrowMorning(req)]
  // Sunday is 0.
  const monday = dayAfter(today, (8 - new Date(today).getUTCDay()) % 7 || 7)
  return (
    <Menu id="send-later" label={is_planned ? "Another time" : "Send later"} variant="secondary">
      {is_planned && (
        <Button variant="quiet" small name="send_at" value="now">
          Send now
        </Button>
      )}
      <Button variant="quiet" small name="send_at" value={tomorrow}>
        Tomorrow at 8:00 AM
      </Button>
      {`${monday}T08:00` !== tomorrow && (
        <Button variant="quiet" small name="send_at" value={`${monday}T08:00`}>
          Monday, {shortDayText(monday, req)}, at 8:00 AM
        </Button>
      )}
      <TextField
        id="chosen_time"
        label="Or at this time"
        type="datetime-local"
        value={typedTime(req, offered) || offered}
      />
      <input type="hidden" name="offered" value={offered} />
      <Button variant="secondary" small name="send_at" value="chosen">
        Send then
      </Button>
    </Menu>
  )
}

function tomorrowMorning(req: PageRequest): string {
  return `${dayAfter(todayOf(req), 1)}T08:00`
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** When the pressed button sends. A time that was typed before Enter is meant, wherever Enter was pressed. */
function pressedTime(req: PageRequest, offered: string): string {
  if (req.form.enter && typedTime(req, offered)) return "chosen"
  return trimmedTextOf(req.form, "send_at") || trimmedTextOf(req.form, "enter")
}

/** The time in the menu, unless it is what the page offered, which may have been open since yesterday. */
function typedTime({ form }: PageRequest, offered: string): string {
  const typed = trimmedTextOf(form, "chosen_time")
  return typed === (trimmedTextOf(form, "offered") || offered) ? "" : typed
}

/** The time that was chosen, by the firm's clock; undefined to send at once. Throws "bad request". */
async function chosenTime({ tx, form }: PageRequest, pressed: string): Promise<Date | undefined> {
  if (pressed === "" || pressed === "now") return undefined
  const typed = pressed === "chosen" ? trimmedTextOf(form, "chosen_time") : pressed
  if (!/^2\d{3}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(typed) || !isCalendarDay(typed.slice(0, 10)))
    throw badField("chosen_time", "required", "Choose a day and a time.")
  return timeByFirm(tx, typed)
}
