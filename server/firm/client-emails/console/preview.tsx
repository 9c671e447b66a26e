// An email as its reader sees it, filled with sample data.
import type { Language } from "../../../definition/text.ts"
import type { NewMail } from "../../../platform/mail/outbox.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { type ClientEmailName, clientEmails, type EmailWords, fieldsOf } from "../client-emails.ts"
import { emailField } from "../fields.ts"
import { shown } from "../own-words.ts"
import { fillEmail } from "../sending.ts"

export function sampleEmail(
  email: ClientEmailName,
  language: Language,
  of: { words: EmailWords; firm: { name: string; contact_line: string }; url: string },
): Omit<NewMail, "recipient"> {
  const samples = Object.fromEntries(fieldsOf(email).map((name) => [name, emailField(name).sample[language]]))
  return fillEmail(email, language, { ...of, values: { ...samples, link: of.url } })
}

export function Preview({ mail, language }: { mail: Omit<NewMail, "recipient">; language: Language }) {
  return (
    <div lang={language} class="stack">
      <p class="hint">{mail.subject}</p>
      <h3>{mail.heading}</h3>
      {mail.paragraphs.map((block, index) =>
        typeof block === "string" ? (
          <p key={index} class="long-text">
            {block}
          </p>
        ) : (
          <p key={index}>
            <span class="button button-primary">{block.label}</span>
          </p>
        ),
      )}
      <p class="hint">{mail.footer}</p>
    </div>
  )
}

/** What may be put into the words. */
export function FieldList({ email }: { email: ClientEmailName }) {
  const required: readonly string[] = clientEmails[email].required
  return (
    <Details summary="Fields for this email">
      <dl>
        {fieldsOf(email).map((name) => (
          <div key={name}>
            <dt>
              <code>{shown(name)}</code>
            </dt>
            <dd>
              {emailField(name).about}
              {required.includes(name) && " (needed)"}
              {emailField(name).is_block && ", on a line of its own"}
            </dd>
          </div>
        ))}
      </dl>
    </Details>
  )
}
