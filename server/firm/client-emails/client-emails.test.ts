import assert from "node:assert/strict"
import { test } from "node:test"
import { languageCodes } from "../../definition/text.ts"
import { clientEmailNames, clientEmails, fieldsOf } from "./client-emails.ts"
import { emailField } from "./fields.ts"
import { paragraphsOf } from "./filling.ts"
import { foyerWords } from "./foyer-words.ts"
import { cleanBody, faultInBody, faultInSubject } from "./own-words.ts"
import { fillEmail } from "./sending.ts"

const button = { label: "Open", url: "https://example.com/x" }
const buttons = [button]
const firm = { name: "Hartwell & Pryce", contact_line: "" }

test("Foyer's own words pass the rules for a firm's words, in every language", () => {
  for (const language of languageCodes)
    for (const email of clientEmailNames) {
      const { subject, body, heading } = foyerWords[language][email]
      assert.equal(faultInSubject(email, subject), undefined, `${email} ${language}`)
      assert.equal(faultInSubject(email, heading), undefined, `${email} ${language}`)
      assert.equal(faultInBody(email, body), undefined, `${email} ${language}`)
      assert.equal(cleanBody(body), body)
    }
})

test("every required field belongs to its email, and every field has a sample or comes from the firm", () => {
  for (const email of clientEmailNames)
    for (const needed of clientEmails[email].required) assert.ok(fieldsOf(email).includes(needed), email)
  for (const name of new Set(clientEmailNames.flatMap(fieldsOf)))
    if (name !== "firm_name" && name !== "link")
      for (const language of languageCodes) assert.notEqual(emailField(name).sample[language], "", name)
})

test("words without a required field are refused, and the sentence names the field", () => {
  for (const email of clientEmailNames)
    for (const needed of clientEmails[email].required) {
      const body = foyerWords.en[email].body.replaceAll(`{{${needed}}}`, "")
      assert.match(faultInBody(email, body) ?? "", new RegExp(`needs \\{\\{${needed}\\}\\}`), email)
    }
})

test("an unknown field is refused by name, with the nearest known one", () => {
  assert.equal(
    faultInBody("message", "Hello {{client_nmae}}\n{{link}}"),
    "This email has no field {{client_nmae}}. Did you mean {{client_name}}?",
  )
  assert.equal(faultInSubject("message", "{{zzz}}"), "This email has no field {{zzz}}.")
  // A field of another email, and names that every JavaScript object has.
  for (const name of ["code", "constructor", "__proto__", ""])
    assert.match(faultInBody("message", `{{${name}}}\n{{link}}`) ?? "", /no field/, name)
})

test("braces that are not closed are refused", () => {
  for (const text of ["{{link", "link}}", "{{firm_name}", "{{ {{firm_name}} }}", "{{firm\nname"])
    assert.match(faultInBody("message", `${text}\n{{link}}`) ?? "", /begins with|no field/, text)
  assert.equal(faultInBody("message", "A {brace} of {firm_name}\n{{link}}"), undefined)
})

test("spaces and capitals in braces are tolerated", () => {
  const body = "{{ Client_Name }}\n\n{{\u00a0 LINK\t}}"
  assert.equal(faultInBody("message", body), undefined)
  assert.deepEqual(paragraphsOf(body, { client_name: "Ada" }, buttons), ["Ada", button])
})

test("a subject takes short fields only", () => {
  assert.equal(faultInSubject("code", "{{code}} for {{client_name}}"), undefined)
  for (const name of ["link", "missing", "message", "situation", "greeting"])
    assert.equal(
      faultInSubject("reminder", `Hi {{${name}}}`),
      `The subject cannot contain {{${name}}}. Put it in the text.`,
    )
})

test("the link, the list, and a colleague's words stand alone on their line, once", () => {
  assert.equal(faultInBody("message", "Press {{link}} now"), "Put {{link}} on a line of its own.")
  assert.equal(faultInBody("message", "{{link}}\n{{link}}"), "Use {{link}} only once.")
  assert.equal(faultInBody("message", "{{link}}{{link}}"), "Put {{link}} on a line of its own.")
})

test("a line whose fields are empty disappears, and the button stands where its line does", () => {
  const body = "{{greeting}}\n\n{{message}}\n\nFirst.\n{{link}}\nLast\nline.\n\n\n{{deadline}}"
  assert.deepEqual(paragraphsOf(body, { greeting: "Dear Ada,", message: "", deadline: "" }, buttons), [
    "Dear Ada,",
    "First.",
    button,
    "Last\nline.",
  ])
  assert.deepEqual(paragraphsOf("{{message}}", { message: "One\ntwo\n\nthree" }, buttons), [
    "One\ntwo",
    "three",
  ])
})

test("a value is never read as a field, and cannot break the subject's line", () => {
  const { subject, heading, paragraphs } = fillEmail("message", "en", {
    words: { subject: "For {{client_name}}", body: "{{client_name}}\n{{link}}" },
    values: { client_name: "{{link}}\r\nBcc: eve", questionnaire_title: "", link: button.url },
    firm,
  })
  assert.equal(subject, "For {{link}} Bcc: eve")
  assert.match(heading ?? "", /^For /)
  assert.equal(paragraphs.filter((block) => typeof block !== "string").length, 1)
})

test("a client without a name is greeted without one", () => {
  const of = (client_name: string, language: "en" | "es") =>
    fillEmail("message", language, {
      words: { subject: "x", body: "{{greeting}} {{client_name}}" },
      values: { client_name },
      firm,
    }).paragraphs
  assert.deepEqual(of("", "en"), ["Hello, client"])
  assert.deepEqual(of("", "es"), ["Hola: cliente"])
  assert.deepEqual(of("Ada", "en"), ["Dear Ada, Ada"])
})

test("marks that turn text around are removed, and fields keep their braces", () => {
  assert.equal(cleanBody("  {{link}}\u202e \t\nA\u2066B\n\n\nC  "), "{{link}}\nAB\n\n\nC")
})
