// The pages on which a firm words its emails to clients: the list, and a form for each email and language.
import { findLanguage, type Language, languageCodes } from "../../../definition/text.ts"
import { notFound } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import { mapped, parseFields, valuesIn } from "../../../web/console/forms/field.ts"
import { form } from "../../../web/console/forms/form.ts"
import { shownIn } from "../../../web/console/forms/form-page.tsx"
import { line, text } from "../../../web/console/forms/text-fields.tsx"
import { sendToSelf, testResult } from "../../../web/console/mails/test-mail.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console, ConsoleForm } from "../../../web/console/routing.ts"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import {
  type ClientEmailName,
  clientEmailNames,
  clientEmails,
  type EmailWords,
  findClientEmail,
} from "../client-emails.ts"
import { foyerWords } from "../foyer-words.ts"
import {
  changeWords,
  cleanBody,
  differenceOf,
  faultInBody,
  faultInSubject,
  listOwnWords,
  max_body_characters,
  max_subject_characters,
  readWords,
} from "../own-words.ts"
import { FieldList, Preview, sampleEmail } from "./preview.tsx"

const listUrl = "/console/settings/client-emails"
const emailUrl = `${listUrl}/:client_email/:language`
const admin = { admin: true }
const languageNames: Record<Language, string> = { en: "English", es: "Spanish" }

export function clientEmailPages(console: Console): void {
  console.page(listUrl, emailList, admin)
  console.form(emailUrl, wordsForm, admin)
  console.action(`${emailUrl}/preview`, previewTyped, { ...admin, audit: "nothing" })
  console.form(`${emailUrl}/test`, testForm, { ...admin, audit: { action: "test_mail_sent" } })
}

async function emailList({ tx }: PageRequest): Promise<View> {
  const own = await listOwnWords(tx)
  return {
    title: "Client emails",
    lede: "Word the emails that your clients get. Where you change nothing, Foyer’s words are used.",
    body: (
      <DataTable
        caption="Emails to clients"
        flowing
        columns={[
          { label: "Email", cell: (email) => clientEmails[email].name },
          { label: "Sent when", cell: (email) => clientEmails[email].when },
          ...languageCodes.map((language) => ({
            label: languageNames[language],
            labeled: true,
            cell: (email: ClientEmailName) => (
              <a href={`${listUrl}/${email}/${language}`}>
                {own.get(email)?.includes(language) ? "Yours" : "Foyer’s"}
                <span class="visually-hidden">
                  {" "}
                  words: {clientEmails[email].name}, {languageNames[language]}
                </span>
              </a>
            ),
          })),
        ]}
        records={clientEmailNames}
        id={(email) => email}
      />
    ),
  }
}

/** The email and language of the address. Throws "not found". */
function addressed({ param }: PageRequest): { email: ClientEmailName; language: Language } {
  const email = findClientEmail(param("client_email"))
  const language = findLanguage(param("language"))
  if (!email || !language) throw notFound()
  return { email, language }
}

function fieldsFor(email: ClientEmailName, language: Language, words: EmailWords) {
  const lang = language === "es" ? { lang: "es" as const } : {}
  return {
    subject: line({
      ...lang,
      label: "Subject",
      max: max_subject_characters,
      missing: "Enter a subject.",
      check: (subject) => faultInSubject(email, subject),
      value: words.subject,
    }),
    body: mapped(
      text({
        ...lang,
        label: "Text",
        hint: "An empty line begins a new paragraph.",
        rows: 16,
        max: max_body_characters,
        missing: "Enter the text.",
        check: (body) => faultInBody(email, cleanBody(body)),
        value: words.body,
      }),
      cleanBody,
    ),
  }
}

const wordsForm = form({
  edits: true,
  open: async (req, refused) => {
    const { email, language } = addressed(req)
    const words = await readWords(req.tx, email, language)
    const fields = fieldsFor(email, language, words)
    const typed = (name: keyof typeof fields) => shownIn(name, fields[name], refused).at(-1) ?? ""
    const shown = { subject: typed("subject"), body: cleanBody(typed("body")) }
    const foyer = foyerWords[language][email]
    const isOwn = shown.subject !== foyer.subject || shown.body !== cleanBody(foyer.body)
    const { name, when } = clientEmails[email]
    const url = `${listUrl}/${email}/${language}`
    const other = language === "en" ? "es" : "en"
    return {
      title: `${name} in ${languageNames[language]}`,
      breadcrumbs: [{ text: "Client emails", href: listUrl }],
      lede: when,
      actions: (
        <LinkButton href={`${listUrl}/${email}/${other}`} variant="secondary">
          {name} in {languageNames[other]}
        </LinkButton>
      ),
      fields,
      attributes: { action: url },
      layout: (show) => (
        <div class="grid">
          <Card title="Words">
            {/* The first button answers Enter: it must not replace what was typed. */}
            {show(fields)}
            <FieldList email={email} />
          </Card>
          <Card
            title="Preview"
            id="preview"
            footer={
              isOwn && (
                <Button name="foyer" value="yes" variant="quiet" small formaction={`${url}/preview`}>
                  Use Foyer’s words
                </Button>
              )
            }
            actions={
              <>
                <Button variant="secondary" small formaction={`${url}/preview`}>
                  Update
                </Button>
                <Button variant="secondary" small formaction={`${url}/test`}>
                  Send me a test
                </Button>
              </>
            }
          >
            <Preview
              mail={sampleEmail(email, language, {
                words: shown,
                firm: req.staff.firm,
                url: req.parts.base_url,
              })}
              language={language}
            />
          </Card>
        </div>
      ),
      record: words,
      submit: "Save",
      cancel: listUrl,
    }
  },
  save: async (req, words, before) => {
    const { email, language } = addressed(req)
    await changeWords(req.tx, email, language, words)
    const label = `${clientEmails[email].name}, ${language}: ${differenceOf(before, words)}`
    return { done: "client_email_changed", to: `${listUrl}/${email}/${language}`, about: { label } }
  },
})

/** The form again with what was typed, or with Foyer's words; nothing is stored. */
async function previewTyped(req: PageRequest): Promise<View> {
  const { email, language } = addressed(req)
  const { subject, body } = foyerWords[language][email]
  const typed: Form = req.form.foyer ? { ...req.form, subject: [subject], body: [body] } : req.form
  const { faults } = parseFields(fieldsFor(email, language, { subject, body }), typed)
  return wordsForm.show(req, { form: typed, faults })
}

/** Sends the words as typed to the member of staff, and shows the form again. */
const testForm: ConsoleForm<MailState> = {
  host: emailUrl,
  show: wordsForm.show,
  prepare: async (req) => {
    const { staff, parts, form } = req
    const { email, language } = addressed(req)
    const words = valuesIn(fieldsFor(email, language, foyerWords[language][email]), form)
    const mail = sampleEmail(email, language, { words, firm: staff.firm, url: parts.base_url })
    return () => sendToSelf(parts, staff, mail)
  },
  act: async (req, state = { kind: "unsent" }) => {
    const result = testResult(req.staff, state)
    const faults = "faults" in result ? result.faults : []
    const view = await wordsForm.show(req, { form: req.form, faults })
    if (faults.length > 0) return { ...view, status: 400 }
    return {
      ...view,
      banner: <Banner tone="success" title={`The mail server accepted the test to ${req.staff.email}.`} />,
    }
  },
}
