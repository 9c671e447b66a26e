import { phoneLine } from "../../../definition/kinds/email-and-phone.ts"
import { textIn } from "../../../definition/text.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import type { View } from "../../../intake/portal/view.tsx"
import { startPageUrl } from "../../../intake/questionnaires/start-page.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Banner, Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, Button } from "../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { CodeField, TextField } from "../../../web/ui/components/text-field.tsx"
import { AskContact, closedEntryView } from "../entry/closed-entries.tsx"
import { max_message_characters, max_name_characters, type StartFault } from "./inquiry-form.ts"
import { OwnText } from "./own-text.tsx"
import { code_minutes } from "./pending-inquiry.ts"
import type { StartPage } from "./start-page.ts"

interface FormState {
  /** The signed time at which the page was shown. */
  shown: string
  form?: Form
  faults?: readonly StartFault[]
  /** Why the form has to be submitted again. */
  notice?: string
}

/** The inquiry form: name, email, phone and one line. */
export function formView(
  { firm, questionnaire, lang, words, own_text, source }: StartPage,
  state: FormState,
): View {
  const { shown, form = {}, faults = [], notice } = state
  const { start, frame, person } = words
  const field = (name: string) => ({
    id: name,
    value: textOf(form, name) ?? "",
    error: faults.find((fault) => fault.name === name)?.text,
  })
  return {
    title: start.title(firm.name),
    status: faults.length > 0 || notice ? 422 : 200,
    errors: faults.map(({ name, text }) => ({ href: name, text })),
    body: (
      <>
        <PageHeading
          caption={textIn(questionnaire.client_title, lang)}
          title={start.title(firm.name)}
          lede={start.lede}
        />
        {notice && (
          <Banner tone="info" role="status">
            <p>{notice}</p>
          </Banner>
        )}
        <Notice>
          <p>{start.not_a_client(firm.name)}</p>
        </Notice>
        <form method="post" action={urlOf(firm, questionnaire)} noValidate>
          <input type="hidden" name="shown" value={shown} />
          <input type="hidden" name="source" value={source} />
          {/* A honeypot: bots fill it in; people neither see it nor can focus it. */}
          <div class="visually-hidden" aria-hidden="true">
            <label for="website">Website</label>
            <input id="website" name="website" tabindex={-1} autocomplete="off" />
          </div>
          <TextField
            {...field("first_name")}
            label={person.first_name}
            autocomplete="given-name"
            maxlength={max_name_characters}
          />
          <TextField
            {...field("last_name")}
            label={person.last_name}
            autocomplete="family-name"
            maxlength={max_name_characters}
          />
          <TextField
            {...field("email")}
            label={person.emails.home}
            hint={start.email_hint}
            type="email"
            inputmode="email"
            autocomplete="email"
            spellcheck={false}
          />
          <TextField {...phoneLine} {...field("phone")} label={start.phone} optional={frame.optional} />
          <TextField
            {...field("message")}
            label={start.message}
            hint={start.message_hint}
            optional={frame.optional}
            autocomplete="off"
            maxlength={max_message_characters}
          />
          {own_text && <OwnText shown={own_text} accepts={start.accepts(firm.name, frame.go_on)} />}
          <Actions>
            <Button wide>{frame.go_on}</Button>
          </Actions>
          <p class="hint">{start.privacy(firm.name)}</p>
        </form>
      </>
    ),
  }
}

/** The form for the emailed code, which sends the inquiry. */
export function codeView(
  { firm, questionnaire, words, source }: StartPage,
  email: string,
  pending: string,
  fault?: string,
): View {
  const { start, entry } = words
  const url = urlOf(firm, questionnaire)
  return {
    title: entry.code_title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "code", text: fault }] : [],
    back: { href: source ? `${url}?${new URLSearchParams({ source })}` : url },
    body: (
      <>
        <PageHeading title={entry.code_title} lede={start.code_lede(email, code_minutes)} />
        {firm.is_test && <Notice>{start.test_code}</Notice>}
        <form method="post" action={`${url}/code`} noValidate>
          <input type="hidden" name="pending" value={pending} />
          <input type="hidden" name="source" value={source} />
          <CodeField id="code" label={entry.code_label} error={fault} />
          <Actions>
            <Button wide>{start.send}</Button>
          </Actions>
        </form>
        <form method="post" action={url}>
          <input type="hidden" name="pending" value={pending} />
          <input type="hidden" name="source" value={source} />
          <Button variant="quiet">{entry.code_again}</Button>
        </form>
      </>
    ),
  }
}

/** The page after the firm has received the inquiry. */
export function receivedView({ firm, words }: StartPage): View {
  const { start } = words
  return {
    title: start.received_title,
    body: (
      <>
        <PageHeading title={start.received_title} lede={start.received(firm.name)} />
        <p>{start.not_a_client_yet(firm.name)}</p>
        <AskContact contact={firm.contact_line} words={words} />
      </>
    ),
  }
}

/** The page without a mail server, when no address can be confirmed. */
export function noMailView({ firm, words }: StartPage): View {
  const { title, unsent: text } = words.start
  return closedEntryView(words, { status: 200, title: title(firm.name), text, contact: firm.contact_line })
}

/** The page for an unknown start page, or one that is turned off. */
export function unknownView(words: Words, firm: Firm | undefined): View {
  const { unknown_title: title, unknown: text } = words.start
  return closedEntryView(words, { status: 404, title, text, contact: firm?.contact_line })
}

function urlOf(firm: Firm, { url_short_name }: StartPage["questionnaire"]): string {
  return startPageUrl(firm.place, url_short_name)
}
