import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { startFakeClamd } from "../../../test/harness/fake-clamd.ts"
import { newFirmWithIntake, newIntake, sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { sampleWordFile } from "../../../test/harness/sample-word-file.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { unzip } from "../../../test/harness/unzip.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { changeBeneficiaries } from "../../intake/assets/beneficiaries.ts"
import { addAsset } from "../../intake/assets/editing.ts"
import { changeContact } from "../../intake/contacts/editing.ts"
import { UploadRefused } from "../../intake/documents/uploads/upload-refused.ts"
import { changeFiling } from "../../intake/matters/filing/filing.ts"
import { assignRole } from "../../intake/roles/roles.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { openScanner } from "../../platform/files/virus-scanner.ts"
import { getTemplate, listFields, readTemplate, saveTemplate, storeTemplate } from "./document-templates.ts"
import type { Field, Fields } from "./fields.ts"
import { written } from "./formats.ts"
import { readValues } from "./values.ts"
import { fillTemplate, readParagraphs } from "./word-work.ts"

const sender = { firm_id: "firm", user_id: "author" }

const service = provideService()

async function fullMatter() {
  const intake = await newFirmWithIntake(service, { firm_name: "Hartwell & Pryce" })
  const { firm, matter_id, ids, main, spouse, child, other_child } = intake
  await firm.run(async (tx) => {
    await changeContact(tx, main, [{ field: "date_of_birth", value: "1962-03-03" }])
    await tx.run(sql`update matters set contact_main_marital_status = 'married' where id = ${matter_id}`)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" })
    await saveAnswer(tx, service.ring, matter_id, {
      question_id: ids.children_wishes,
      value: "<b>Love</b> & {{care}}",
    })
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[spouse], [child]],
    })
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy 7",
      credit_value: "90000",
    })
    await changeBeneficiaries(tx, policy, [
      { contact_id: child, level: "primary", share: "40" },
      { contact_id: other_child, level: "primary", share: "60" },
    ])
  })
  const fill = async (paragraphs: readonly string[], header = "") => {
    const values = await firm.run((tx) => readValues(tx, service.ring, matter_id))
    const filled = await fillTemplate(await sampleWordFile(paragraphs, { header }), values, sender)
    return { ...filled, paragraphs: await readParagraphs(filled.docx, sender) }
  }
  return { firm, intake, fill }
}

const upload = async (firm: TestFirm, bytes: Buffer, filename = "Letter.docx", parts: object = service) =>
  storeTemplate(
    { ...service, ...parts },
    { firm_id: firm.firm_id, user_id: firm.admin.user_id },
    { filename, bytes },
  )

const faultsOf = async (promise: Promise<unknown>): Promise<string[]> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Failure, String(error))
  return (error.errors ?? []).map(({ message }) => message)
}

test("a template is filled: fields, nested lists, conditions both ways, and the header", async () => {
  const { fill } = await fullMatter()
  const { paragraphs, docx, gaps } = await fill(
    [
      "Dear {{client.first_name}} and {{spouse.first_name}}, born {{client.date_of_birth}},",
      "{{#children}}",
      "{{full_name}} of {{client.last_name}}",
      "{{/children}}",
      "{{#matter.is_married}}You are married.{{/matter.is_married}}{{^matter.is_married}}Not married.{{/matter.is_married}}",
      "{{#representative}}For you acts {{representative.full_name}}.{{/representative}}",
      "{{#roles}}{{#levels}}{{role}} for {{for}}, {{choice}}: {{names}}. {{/levels}}{{/roles}}",
      "{{#assets}}{{what}} {{net}}:{{#beneficiaries}} {{share}} to {{name}}{{/beneficiaries}}{{/assets}}",
      "{{#yes.do_you_have_a_will_today}}There is a will.{{/yes.do_you_have_a_will_today}}",
      "{{answer.social_security_number}} {{answer.wishes_for_your_children}}",
    ],
    "{{firm.name}}, {{matter.name}}",
  )
  assert.deepEqual(paragraphs, [
    "Dear Ada and Ben, born March 3, 1962,",
    "Cleo Smith of Smith",
    "Dan Smith of Smith",
    "You are married.",
    "Executor for Ada Smith, First choice: Ben Smith. Executor for Ada Smith, Successor 1: Cleo Smith.",
    "Policy 7 $90,000.00: 40% to Cleo Smith 60% to Dan Smith",
    "There is a will.",
    "••••1120 <b>Love</b> & {{care}}",
  ])
  assert.deepEqual(gaps, [])
  const header = unzip(docx).get("word/header1.xml")?.toString() ?? ""
  assert.match(header, /Hartwell &amp; Pryce, Smith/)
})

test("an answer that the client should have given is marked and reported; what is empty by nature prints nothing", async () => {
  const { fill, firm, intake } = await fullMatter()
  const { paragraphs, gaps } = await fill([
    "Call {{client.phone}} for {{representative.full_name}}, {{answer.when_was_it_signed}}.",
    "{{#children}}{{full_name}} {{middle_name}}{{suffix}}{{phone}}{{/children}}.",
    "{{client.full_name}}{{#client.suffix}}, {{client.suffix}}{{/client.suffix}}{{^client.suffix}}.{{/client.suffix}}",
    "{{#answers}}{{about}}{{/answers}} {{matter.closed}}{{matter.file_number}}{{matter.tags}}",
  ])
  assert.deepEqual(paragraphs, [
    "Call [client.phone: not given] for [representative.full_name: not given], [answer.when_was_it_signed: not given].",
    "Cleo Smith Dan Smith .",
    "Ada Smith.",
    "Ada Smith",
  ])
  assert.deepEqual(gaps, ["client.phone", "representative.full_name", "answer.when_was_it_signed"])
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.has_will, value: false }),
  )
  const hidden = await fill(["Signed: {{answer.when_was_it_signed}}"])
  assert.deepEqual([hidden.paragraphs, hidden.gaps], [["Signed:"], []])
})

test("a letter names the file, the assignee and either spouse’s answers, in the formats it asks for", async () => {
  const { fill, firm, intake } = await fullMatter()
  const { matter_id, ids, spouse } = intake
  await firm.run(async (tx) => {
    await changeFiling(tx, matter_id, {
      file_number: "2026-0417",
      due_on: "2026-12-01",
      tags: ["Taxes", "Urgent"],
    })
    await tx.run(sql`
      update matters set assignee_id = ${firm.admin.user_id}, number_of_children = 2 where id = ${matter_id}`)
    await tx.run(
      sql`update users set name = 'Noor Haddad', email = 'noor@example.com' where id = ${firm.admin.user_id}`,
    )
    await saveAnswer(tx, service.ring, matter_id, {
      question_id: ids.ssn,
      about: spouse,
      value: "078-05-1121",
    })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.will_date, value: "2019-06-02" })
  })
  const { paragraphs, gaps } = await fill([
    "{{matter.file_number}} {{matter.due}} {{matter.tags}} {{assignee.name}} {{assignee.email}}",
    "{{client.date_of_birth | short}} {{client.date_of_birth|iso}} {{answer.when_was_it_signed | formal}}",
    "{{totals.net | number}} {{totals.net_without_insurance}} {{totals.insurance | words}}",
    "{{spouse_answer.social_security_number}} {{client.full_name | upper}}, {{matter.number_of_children}} children",
  ])
  assert.deepEqual(paragraphs, [
    "2026-0417 December 1, 2026 Taxes, Urgent Noor Haddad noor@example.com",
    "3/3/1962 1962-03-03 2nd day of June, 2019",
    "90,000.00 $0.00 ninety thousand and 00/100 dollars",
    "••••1121 ADA SMITH, 2 children",
  ])
  assert.deepEqual(gaps, [])
})

test("no children is an answer, and so a number; unanswered it is a gap, and nothing where no one asks", async () => {
  const childrenIn = async (fields: object, number_of_children: number | null) => {
    const { firm, matter_id } = await newFirmWithIntake(service, {
      define: (parts) => {
        const { sections } = sampleDefinition(parts)
        return { sections: sections.map((one) => (one.kind === "clients" ? { ...one, fields } : one)) }
      },
    })
    await firm.write(
      sql`update matters set number_of_children = ${number_of_children} where id = ${matter_id}`,
    )
    const values = await firm.run((tx) => readValues(tx, service.ring, matter_id))
    const file = await sampleWordFile([
      "{{matter.number_of_children}}{{#matter.number_of_children}} some{{/matter.number_of_children}}{{^matter.number_of_children}} none{{/matter.number_of_children}}",
    ])
    const { docx, gaps } = await fillTemplate(file, values, sender)
    return [...(await readParagraphs(docx, sender)), ...gaps]
  }
  const number_of_children = "optional"
  assert.deepEqual(await childrenIn({ number_of_children }, 0), ["0 none"])
  assert.deepEqual(await childrenIn({ number_of_children }, 2), ["2 some"])
  const gap = "matter.number_of_children"
  assert.deepEqual(await childrenIn({ number_of_children }, null), [`[${gap}: not given] none`, gap])
  assert.deepEqual(await childrenIn({}, null), ["none"])
})

test("the day of the first submission stays, however often the client submits again", async () => {
  const { firm, intake, fill } = await fullMatter()
  const { matter_id } = intake
  for (const [index, reason] of ["submitted", "resubmitted"].entries()) {
    const at = `2026-03-${14 + index}T17:00:00Z`
    await firm.write(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${matter_id}, ${index + 1}, ${reason}, '{}', ${at})`)
    await firm.write(
      sql`update matters set is_submitted = true, submitted_at = ${at} where id = ${matter_id}`,
    )
    assert.deepEqual((await fill(["{{matter.submitted}}"])).paragraphs, ["March 14, 2026"], reason)
  }
})

test("amounts and dates are written in words as deeds do", () => {
  const words = (amount: string) => written({ amount }, "words")
  assert.equal(words("0.00"), "zero and 00/100 dollars")
  assert.equal(words("21.5"), "twenty-one and 50/100 dollars")
  assert.equal(
    words("1250342.07"),
    "one million two hundred fifty thousand three hundred forty-two and 07/100 dollars",
  )
  assert.equal(words("-1000.00"), "minus one thousand and 00/100 dollars")
  for (const [amount, expected] of [
    ["19", "nineteen"],
    ["20", "twenty"],
    ["99", "ninety-nine"],
    ["100", "one hundred"],
    ["999", "nine hundred ninety-nine"],
    ["1000000", "one million"],
    ["1000000000", "one billion"],
    ["999999", "nine hundred ninety-nine thousand nine hundred ninety-nine"],
  ])
    assert.equal(words(amount ?? ""), `${expected} and 00/100 dollars`)
  const days = ["01", "02", "03", "04", "11", "12", "13", "21", "22", "23", "31"]
  assertEach(days, (day) => written({ date: `2026-01-${day}` }, "formal").split(" ")[0], [
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "23rd",
    "31st",
  ])
})

test("a date of which only the year or the month is known is written with what is known", () => {
  const formats = ["long", "short", "iso", "formal", undefined]
  const every = (date: string) => formats.map((format) => written({ date }, format))
  assert.deepEqual(every("1998"), ["1998", "1998", "1998", "1998", "1998"])
  assert.deepEqual(every("1998-05"), ["May 1998", "5/1998", "1998-05", "May 1998", "May 1998"])
  assert.equal(written({ date: "1998-05-07" }, "short"), "5/7/1998")
})

test("lines stay lines in a letter, whichever program broke them", async () => {
  const template = await sampleWordFile(["{{street}}"])
  for (const end of ["\n", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
    const { docx } = await fillTemplate(template, { street: `12 Elm Street${end}Apt 4` }, sender)
    const xml = unzip(docx).get("word/document.xml")?.toString() ?? ""
    assert.match(xml, /12 Elm Street<\/w:t>.*<w:br\/>.*Apt 4/, JSON.stringify(end))
  }
})

test("spaces and invisible characters inside braces mean nothing", async () => {
  const { firm, fill } = await fullMatter()
  const paragraphs = [
    "{{ client.full_name }} {{\u00a0client.full_name\u00a0}} {{\u200bclient.full_name\ufeff}} {{client\u00ad.full_name | upper }}",
    "{{# children }}{{  full_name  }}; {{/ children }}{{^\u2009matter.is_married }}no{{/ matter.is_married\t}}",
  ]
  await upload(firm, await sampleWordFile(paragraphs))
  const filled = await fill(paragraphs)
  assert.deepEqual(filled.paragraphs, ["Ada Smith Ada Smith Ada Smith ADA SMITH", "Cleo Smith; Dan Smith;"])
  assert.deepEqual(filled.gaps, [])
})

test("every listed field has a value in a matter, and every value has its field", async () => {
  const { firm, intake } = await fullMatter()
  const [fields, values] = await firm.run(async (tx) => [
    await listFields(tx),
    await readValues(tx, service.ring, intake.matter_id),
  ])
  const namesOf = (all: Fields): string[] =>
    Object.entries(all).flatMap(([name, field]: [string, Field]) =>
      "fields" in field ? namesOf(field.fields).map((inner) => `${name}.${inner}`) : [name],
    )
  const valuesOf = (value: unknown): string[] => {
    if (Array.isArray(value)) return [...new Set(value.flatMap(valuesOf))]
    if (typeof value !== "object" || value === null || "date" in value || "amount" in value) return [""]
    return Object.entries(value).flatMap(([name, inner]) =>
      valuesOf(inner).map((rest) => (rest ? `${name}.${rest}` : name)),
    )
  }
  const byHand = (name: string) =>
    !/^(answer|spouse_answer|yes|representative|assignee|documents)\b/.test(name)
  assert.deepEqual(valuesOf(values).filter(byHand).toSorted(), namesOf(fields).filter(byHand).toSorted())
})

test("an upload with unknown fields or unclosed tags names each of them", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const of = async (...paragraphs: string[]) => faultsOf(upload(firm, await sampleWordFile(paragraphs)))
  assert.deepEqual(await of("{{client.frist_name}} {{#kids}}{{name}}{{/kids}} {{client.full_name}}"), [
    "{{client.frist_name}} is not a field. Did you mean {{client.first_name}}?",
    "{{#kids}} is not a field.",
  ])
  assert.deepEqual(await of("{{Client.Full_Name}} {{client.full name}} {{#Children}}{{/Children}}"), [
    "{{Client.Full_Name}} is not a field. Did you mean {{client.full_name}}?",
    "{{client.full name}} is not a field. Did you mean {{client.full_name}}?",
    "{{#Children}} is not a field. Did you mean {{#children}}?",
  ])
  assert.deepEqual(await of("{{client.date_of_birth | roman}} {{#children | long}}{{/children | long}}"), [
    "{{client.date_of_birth | roman}}: the formats of this field are long, short, iso, formal.",
    "{{#children | long}}: a section has no format.",
  ])
  assert.deepEqual(
    await of("{{#children}}{{nickname}}{{/children}}{{children}}{{matter.is_married}}{{client}}"),
    [
      "{{nickname}} is not a field.",
      "{{children}} is a list. Write {{#children}} … {{/children}}.",
      "{{matter.is_married}} is a condition. Write {{#matter.is_married}} … {{/matter.is_married}}.",
      "{{client}} has fields of its own, such as {{client.…}}.",
    ],
  )
  assert.deepEqual(await of("{{#children}}{{full_name}}"), [
    "{{#children}} is never closed. End it with {{/children}}.",
  ])
  assert.deepEqual(await of("{{client.full_name and more"), ["{{client.full_name has no closing }}."])
  assert.deepEqual(
    await of(
      "{{#people}}{{#assets}}{{#children}}{{#roles}}{{role}}{{/roles}}{{/children}}{{/assets}}{{/people}}",
    ),
    ["{{#roles}} is nested in more than 3 lists."],
  )
})

test("nothing in a template is executed, and nothing beyond the fields is readable", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const of = async (paragraph: string) => faultsOf(upload(firm, await sampleWordFile([paragraph])))
  for (const name of [
    "constructor",
    "__proto__",
    "client.constructor.name",
    "1 + 1",
    "process.exit()",
    "client['full_name']",
  ])
    assert.ok((await of(`{{${name}}}`))[0]?.startsWith(`{{${name}}} is not a field.`), name)
  assert.deepEqual(await of("{{@client.full_name}}"), [
    "{{@client.full_name}} is not allowed: fields are plain text.",
  ])
  const { fill } = await fullMatter()
  const { paragraphs } = await fill([
    "{{constructor}} {{client.constructor}} {{client.__proto__}} {{toString}}",
  ])
  assert.deepEqual(paragraphs, [
    "[constructor: not given] [client.constructor: not given] [client.__proto__: not given] [toString: not given]",
  ])
})

test("files with macros, other formats, archives that lie about their size and viruses are refused, and leave nothing", async () => {
  const firm = await service.newFirm()
  const plain = await sampleWordFile(["{{client.full_name}}"])
  assert.match((await faultsOf(upload(firm, plain, "Letter.docm")))[0] ?? "", /macros/)
  const macro = await sampleWordFile(["x"], { more: { "word/vbaProject.bin": "x" } })
  await assert.rejects(upload(firm, macro), UploadRefused)
  await assert.rejects(upload(firm, Buffer.from("not a Word file")), UploadRefused)
  assert.deepEqual(await faultsOf(upload(firm, Buffer.alloc(0), "")), ["Choose a file."])
  assert.match((await faultsOf(upload(firm, Buffer.alloc(5 * 1024 ** 2 + 1))))[0] ?? "", /5 MB/)
  const clamd = await startFakeClamd()
  try {
    const infected = await sampleWordFile(["x"], { more: { "word/note.xml": "This is eicar" } })
    const scanned = upload(firm, infected, "Bill.docx", { scanner: openScanner(clamd.address) })
    assert.match((await faultsOf(scanned))[0] ?? "", /^This file contains a virus/)
  } finally {
    await clamd.close()
  }
  const bomb = await sampleWordFile(["x"], { more: { "word/media/a.png": " ".repeat(51 * 1024 ** 2) } })
  assert.deepEqual(await faultsOf(upload(firm, bomb)), ["The file unpacks to more than 50 MB."])
  const left = await firm.all(sql`select key from stored_files where purpose = 'template'`)
  assert.deepEqual(left, [])
})

test("a template whose lists would repeat beyond the maximum size is refused quickly, and is filled when they are short", async () => {
  const values = (length: number) => ({
    people: Array.from({ length }, () => ({
      name: "A",
      assets: Array.from({ length }, () => ({ what: "B" })),
    })),
  })
  const page = "x".repeat(10_000)
  for (const paragraphs of [
    ["{{#people}}", "{{#assets}}", page, "{{/assets}}", "{{/people}}"],
    ["{{#people}}{{#assets}}", ...Array(600).fill("{{what}}"), "{{/assets}}{{/people}}"],
  ]) {
    const template = await sampleWordFile(paragraphs)
    await assert.rejects(fillTemplate(template, values(60), sender), /its lists repeat too much text/)
    assert.deepEqual((await fillTemplate(template, values(2), sender)).gaps, [])
  }
})

test("a template with too much text or too many fields, or damaged inside, is refused", async () => {
  const firm = await service.newFirm()
  const of = async (file: Promise<Buffer>) => faultsOf(upload(firm, await file))
  assert.deepEqual(await of(sampleWordFile([" ".repeat(11 * 1024 ** 2)])), [
    "The file has more than 10 MB of text. Split it into smaller files.",
  ])
  assert.deepEqual(await of(sampleWordFile(["{".repeat(20_000)])), [
    "The file has more fields than can be filled. Split it into smaller files.",
  ])
  const damaged = await sampleWordFile(["Dear {{client.full_name}}"])
  const at = damaged.indexOf("word/document.xml") + "word/document.xml".length
  damaged.fill(0xff, at, at + 8)
  assert.match((await faultsOf(upload(firm, damaged)))[0] ?? "", /^The file is damaged/)
})

test("a template that loads anything external when opened is refused", async () => {
  const firm = await service.newFirm()
  const related = (type: string, target: string, mode = "External") =>
    sampleWordFile(["x"], {
      more: {
        "word/_rels/settings.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
      },
    })
  for (const [type, target, mode] of [
    ["attachedTemplate", "https://example.com/a.dotm", undefined],
    ["image", "https://example.com/seen.png", undefined],
    ["oleObject", "file://server/share/a.doc", undefined],
    ["subDocument", "\\\\server\\share\\a.docx", "&#x45;xternal"],
  ] as const)
    assert.match(
      (await faultsOf(upload(firm, await related(type, target, mode))))[0] ?? "",
      /from another location/,
    )
  await upload(firm, await related("hyperlink", "https://example.com/"), "Link.docx")
  await upload(firm, await related("attachedTemplate", "file:///C:\\Users\\ada\\Letter.dotx"), "Local.docx")
})

test("the store's checks know a stored template, and one with the same name replaces it", async () => {
  const firm = await service.newFirm()
  const first = await upload(firm, await sampleWordFile(["{{client.full_name}}"]))
  const id = await firm.run((tx) => saveTemplate(tx, first))
  const in_use = () =>
    firm.all<{ file_key: string; filename: string }>(sql`
        select file_key, filename from files_in_use where purpose = 'template'`)
  assert.deepEqual(await in_use(), [{ file_key: first.file_key, filename: "Letter" }])
  const second = await upload(firm, await sampleWordFile(["{{client.first_name}}"]))
  assert.equal(await firm.run((tx) => saveTemplate(tx, second)), id)
  assert.deepEqual(await in_use(), [{ file_key: second.file_key, filename: "Letter" }])
  const template = await firm.run((tx) => getTemplate(tx, id))
  assert.deepEqual(await readParagraphs(await readTemplate(service, firm.firm_id, template), sender), [
    "{{client.first_name}}",
  ])
})
