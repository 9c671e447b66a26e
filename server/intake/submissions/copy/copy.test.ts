import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyCharacter } from "../../../../test/harness/any-character.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { ask, t } from "../../../../test/harness/definition-parts.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { readPdf, readPositions } from "../../../../test/harness/pdf-text.ts"
import {
  giveRequired,
  newIntake,
  type SampleParts,
  sampleDefinition,
} from "../../../../test/harness/sample-intake.ts"
import { sampleJpeg, samplePng } from "../../../../test/harness/sample-pictures.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Definition } from "../../../definition/definition.ts"
import { inspectPicture } from "../../../firm/firms/logo/inspect.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeBeneficiaries } from "../../assets/beneficiaries.ts"
import { addAsset } from "../../assets/editing.ts"
import { changePhones } from "../../contacts/contact-details.ts"
import { changeContact } from "../../contacts/editing.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { definitionOf, moveToVersion } from "../../matters/progress/definition.ts"
import { publishVersion } from "../../questionnaires/versions.ts"
import { assignRole } from "../../roles/roles.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive } from "../snapshot.ts"
import { completeMatter, submitMatter } from "../submissions.ts"
import { copyOfMatter, copyOfSubmission, sectionsOf } from "./copy.ts"
import { answerRows } from "./copy-answers.ts"
import { renderCopyPdf } from "./copy-pdf.ts"
import type { Copy, CopySource, Figure } from "./copy-shape.ts"

const { service, firm } = provideServiceAndFirm()

function copyWith(rows: Copy["facts"], more: Partial<Copy> = {}): Copy {
  return {
    language: "en",
    firm_name: "Hartwell & Pryce",
    subject: "Wills <and> Trusts",
    facts: [{ label: "Number", value: "1" }],
    sections: [{ title: "About you", groups: [{ title: "You", rows }] }],
    ...more,
  }
}

test("names in any of our clients' scripts can be copied out of the PDF unchanged", async () => {
  const names = [
    "O’Neil-Ștefănescu",
    "Nguyễn Thị Minh Khai",
    "王小龍",
    "李伟",
    "田中さくら",
    "김철수",
    "Łukasz Ђорђе",
    "𠮷田",
    "X",
  ]
  const pdf = readPdf(await renderCopyPdf(copyWith(names.map((name) => ({ label: "Name", value: name })))))
  for (const name of names) assert.match(pdf.text, literally(name), `${name} in ${pdf.text}`)
})

test("a value with several lines keeps its line breaks, whichever program made them", async () => {
  for (const end of ["\n", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
    const rows = [{ label: "Name", value: `Ada${end}Ben` }]
    const placed = readPositions(await renderCopyPdf(copyWith(rows))).filter(({ text }) =>
      /^(Ada|Ben)$/.test(text ?? ""),
    )
    assert.equal(new Set(placed.map(({ top }) => top)).size, 2, JSON.stringify(end))
  }
})

test("characters without a glyph are written as code points, and no letter next to them is lost", async () => {
  const written = {
    "👍 yes": "[emoji U+1F44D] yes",
    "The 👨‍👩‍👧 Ruiz": "The [emoji U+1F468 U+1F469 U+1F467] Ruiz",
    "❤🇺🇸": "[emoji U+1F1FA U+1F1F8]",
    "Ali ދިވެހި Ruiz": "Ali [U+078B U+07A8 U+0788 U+07AC U+0780 U+07A8] Ruiz",
    "A\tB\u0007C": "A BC",
  }
  const rows = Object.keys(written).map((value) => ({ label: value, value }))
  const { text } = readPdf(await renderCopyPdf(copyWith(rows, { subject: "👍 will", firm_name: "ދި & Co" })))
  for (const shown of [...Object.values(written), "[emoji U+1F44D] will", "[U+078B U+07A8] & Co"])
    assert.match(text, literally(shown), `${shown} in ${text}`)
})

test("a website is a link of the copy, also for screen readers, in any script", async () => {
  const values = ["https://ruiz.example/a?b=(c)", "https://例え.テスト/ñ"]
  const question = { ...ask("q", "website", "Website"), each_client: true }
  const source = {
    snapshot: {
      answers: values.map((value, about) => ({
        ...{ question: "q", prompt: "Website", type: "website", about: `${about}`, value },
        display_value: value,
      })),
    },
    definition: { sections: [{ kind: "questions", questions: [question] }] },
    ...{ language: "en", names: {}, is_exact: true },
  }
  const rows = answerRows("q", source as unknown as CopySource)
  const { text, dictionaries } = readPdf(await renderCopyPdf(copyWith(rows)))
  assert.match(text, literally("https://ruiz.example/a?b=(c)"))
  assert.match(text, literally("例え"))
  const all = dictionaries.join("\n")
  assert.match(all, literally("/URI (https://ruiz.example/a?b=\\(c\\))"))
  assert.match(all, literally("/URI (https://xn--r8jz45g.xn--zckzah/%C3%B1)"))
  assert.match(all, /\/S \/Link\b[\s\S]*\/OBJR/)
  const stale = {
    ...source,
    snapshot: { answers: [{ ...source.snapshot.answers[0], value: "javascript:alert(1)" }] },
  }
  assert.equal(answerRows("q", stale as unknown as CopySource)[0]?.link, undefined)
})

test("the PDF is tagged, declares its language and title, and embeds every font", async () => {
  const file = await renderCopyPdf(copyWith([{ label: "Name", value: "王 김 Ana" }], { language: "es" }))
  const { dictionaries } = readPdf(file)
  const all = dictionaries.join("\n")
  assert.match(all, /\/MarkInfo/)
  assert.match(all, /\/StructTreeRoot/)
  assert.match(all, /\/Lang \(es-US\)/)
  assert.match(all, /\/DisplayDocTitle true/)
  for (const role of ["Document", "Sect", "H1", "H2", "H3", "L", "LI", "Lbl", "LBody"])
    assert.match(all, new RegExp(`/S /${role}\\b`), role)
  const descriptors = dictionaries.filter(
    (each) => each.includes("/FontDescriptor") && each.includes("/FontBBox"),
  )
  assert.equal(descriptors.length, 4)
  for (const descriptor of descriptors) assert.match(descriptor, /\/FontFile2/)
  assert.doesNotMatch(all, /Helvetica/)
  const metadata = file.toString("utf8")
  assert.match(metadata, /<pdfuaid:part>1<\/pdfuaid:part>/)
  assert.match(metadata, /Wills &#60;and&#62; Trusts/)
  assert.match(metadata, /Hartwell &#38; Pryce/)
})

test("a copy of 300 answers, some of them long, contains them all", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    label: `Question number ${index + 1}, which is as long as questions are?`,
    value:
      index % 10 === 0
        ? `Longer ${index + 1}: ${"an answer in several sentences. ".repeat(12)}`
        : `Answer ${index + 1}`,
  }))
  const { text } = readPdf(await renderCopyPdf(copyWith(rows)))
  const missing = rows.filter(
    (_, index) => !text.includes(`${index % 10 === 0 ? "Longer" : "Answer"} ${index + 1}`),
  )
  assert.deepEqual(missing, [])
})

test("an answer longer than a page continues on the next, and later content follows it", async () => {
  const long = Array.from({ length: 1_500 }, (_, index) => `w${index}`).join(" ")
  const pdf = readPdf(
    await renderCopyPdf(
      copyWith([
        { label: "Long", value: long },
        { label: "After", value: "the end" },
      ]),
    ),
  )
  assert.ok(pdf.pages > 1)
  for (const word of ["w0", "w700", "w1499", "the end"]) assert.match(pdf.text, literally(word), word)
  assert.ok(pdf.text.indexOf("the end") > pdf.text.indexOf("w1499"))
})

test("any typed text yields a PDF", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (value) => {
      const file = await renderCopyPdf(copyWith([{ label: "Typed", value }]))
      assert.equal(file.subarray(0, 5).toString(), "%PDF-")
    }),
    { numRuns: Number(process.env.FOYER_RANDOM_RUNS ?? 8) },
  )
})

test("a copy is in the reader's language and masks sensitive answers", async () => {
  const intake = await newIntake(firm)
  const { matter_id, ids, main, spouse, child } = intake
  await firm.run(async (tx) => {
    await changeContact(tx, main, [{ field: "date_of_birth", value: "1962-03-03" }])
    const answer = (question_id: string, value: string | boolean, about?: string) =>
      saveAnswer(tx, service.ring, matter_id, { question_id, value: String(value), about })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" })
    await answer(ids.will_date, "2019-06-07")
    await answer(ids.ssn, "123-45-6789", main)
    await answer(ids.friend, child)
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[spouse], [child]],
    })
    await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "12 Elm Street",
      owner_type: "joint",
      credit_value: "1250000.5",
      fields: { [ids.purchased]: "2004-02-29", [ids.insured]: "yes" },
    })
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy",
    })
    await changeBeneficiaries(tx, policy, [{ contact_id: child, level: "primary", share: "100" }])
  })
  await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "This is my will.")
  const { number } = await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  await firm.run((tx) => changeContact(tx, child, [{ field: "first_name", value: "Changed" }]))

  const reader = { language: "es" as const, firm_name: "Hartwell & Pryce", time_zone: "America/Chicago" }
  const copy = await firm.run((tx) => copyOfSubmission(tx, service.ring, matter_id, number, reader))
  const lines = copy.sections.flatMap(({ title, groups }) => [
    `# ${title}`,
    ...groups.flatMap((group) => [
      ...(group.title ? [`## ${group.title}`] : []),
      ...group.rows.map(({ label, value }) => `${label}: ${value}`),
    ]),
  ])
  assert.deepEqual(lines, [
    "# About you",
    "## Ada Smith",
    "Fecha de nacimiento: 3 de marzo de 1962",
    "## Ben Smith",
    "Nombre: Ben Smith",
    "# Your family",
    "## Cleo Smith",
    "Relación: Hijo/a",
    "Fecha de nacimiento: 2 de enero de 1990",
    "## Dan Smith",
    "Relación: Hijo/a",
    "Fecha de nacimiento: 2 de enero de 1990",
    "# Your wishes",
    "Do you have a will today?: Sí",
    "When was it signed?: 7 de junio de 2019",
    "Social Security number – Ada Smith: ••••6789",
    "Whom should we call?: Cleo Smith",
    "# Who should act for you",
    "## Executor (para Ada Smith)",
    "Primera opción: Ben Smith",
    "Sustituto 1: Cleo Smith",
    "## Executor (para Ben Smith)",
    "Primera opción: Nadie elegido",
    "# What you own",
    "## Homes and land",
    "Description: 12 Elm Street",
    "Owner: Ada Smith y Ben Smith",
    "Value: $1,250,000.50",
    "Date of purchase: 29 de febrero de 2004",
    "Insured?: Sí",
    "## Life insurance",
    "Description: Policy",
    "Beneficiarios: Cleo Smith, 100%",
    "# Documents",
    "Copy of your will: will.txt",
  ])
  const pdf = await renderCopyPdf(copy)
  assert.ok(!readPdf(pdf).text.includes("123-45"))
  assert.ok(readPdf(pdf).text.includes("••••6789"))
  const live = await firm.run((tx) => copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), reader))
  assert.ok(JSON.stringify(live).includes("Changed Smith"))
})

const spanish = { language: "es", firm_name: "Hartwell & Pryce", time_zone: "America/Chicago" } as const

const rowsOf = ({ sections }: Copy) =>
  sections.flatMap(({ title, groups }) =>
    groups.flatMap((group) => group.rows.map(({ label, value }) => `${title}: ${label}: ${value}`)),
  )

test("a copy of a submission keeps the wording of its version after the matter has moved to a later one", async () => {
  const worded = (en: string, es: string) => (ids: SampleParts) => {
    const { sections } = sampleDefinition(ids)
    return {
      sections: sections.map((section) =>
        section.kind === "questions"
          ? {
              ...section,
              questions: section.questions.map((question) =>
                question.id === ids.has_will ? { ...question, prompt: t(en, es) } : question,
              ),
            }
          : section,
      ),
    }
  }
  const intake = await newIntake(firm, { define: worded("Do you have a will?", "¿Tiene testamento?") })
  const { matter_id, ids } = intake
  const { questionnaire_id } = await firm.run((tx) => definitionOf(tx, matter_id))
  await firm.run(async (tx) => {
    await giveRequired(tx, service, intake)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: false })
    await submitMatter(tx, service.ring, matter_id)
    await publishVersion(tx, questionnaire_id, worded("Do you lack a will?", "¿Le falta testamento?")(ids))
    await moveToVersion(tx, matter_id, 2)
  })
  const ofWill = async () =>
    rowsOf(await firm.run((tx) => copyOfSubmission(tx, service.ring, matter_id, 1, spanish))).filter((row) =>
      /will|testamento/.test(row),
    )
  assert.deepEqual(await ofWill(), ["Your wishes: ¿Tiene testamento?: No"])
  // Earlier submissions don't name their version, so what has been reworded since is as they stored it.
  await firm.write(sql`
    update submissions set snapshot = snapshot - 'questionnaire_version' where matter_id = ${matter_id}`)
  assert.deepEqual(await ofWill(), ["Your wishes: Do you have a will?: No"])
})

test("each file is in a copy once, although two requests have one label, or a question asks for it", async () => {
  const deed = newId("question")
  const intake = await newIntake(firm, {
    define: (ids) => {
      const { sections } = sampleDefinition(ids)
      const request = { id: ids.will_copy, label: "Account statements", required: false, several: true }
      return {
        sections: [
          ...sections.map((section) =>
            section.kind === "documents"
              ? { ...section, requests: [...section.requests.slice(1), request] }
              : section,
          ),
          {
            ...{ id: newId("section"), kind: "questions", title: "Deeds" },
            questions: [{ ...ask(deed, "file", "The deed"), several: true }],
          },
        ],
      } as Definition
    },
  })
  const { matter_id, ids } = intake
  await upload(service, intake, { request_id: ids.statements }, "first.txt", "First.")
  await upload(service, intake, { request_id: ids.will_copy }, "second.txt", "Second.")
  await upload(service, intake, { request_id: deed }, "deed.txt", "Deed.")
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const copy = await firm.run((tx) => copyOfSubmission(tx, service.ring, matter_id, 1, spanish))
  assert.deepEqual(
    rowsOf(copy).filter((row) => row.includes(".txt")),
    [
      "Documents: Account statements: first.txt",
      "Documents: Account statements: second.txt",
      "Deeds: The deed: deed.txt",
    ],
  )
})

test("what the questionnaire no longer asks for is at the end of the copy, with all its details", async () => {
  const intake = await newIntake(firm)
  const { matter_id, ids, main, spouse, child } = intake
  await firm.run(async (tx) => {
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy",
      credit_value: "1000",
    })
    await changeBeneficiaries(tx, policy, [{ contact_id: child, level: "primary", share: "100" }])
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels: [[spouse]] })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" })
  })
  await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "This is my will.")
  const rows = await firm.run(async (tx) => {
    const snapshot = await readLive(loadMatter(tx, service.ring, matter_id))
    const { definition } = await definitionOf(tx, matter_id)
    const names = Object.fromEntries(snapshot.contacts.map(({ id, full_name }) => [id, full_name]))
    const sections = sectionsOf({
      snapshot,
      definition: { ...definition, sections: [] },
      language: "en",
      names,
      is_exact: true,
      requests: {},
    })
    assertEach(sections, ({ title }) => title, ["More"])
    return sections.flatMap(({ groups }) => groups.flatMap((group) => group.rows))
  })
  const values = rows.map(({ value }) => value)
  for (const value of ["Policy", "$1,000.00", "Cleo Smith, 100%", "Ben Smith", "will.txt", "Yes"])
    assert.ok(values.includes(value), `${value} in ${values.join(", ")}`)
})

test("the firm's logo is above the title, whatever its shape, and nothing overlaps", async () => {
  const rows = [{ label: "Name", value: "Ada" }]
  for (const [width, height] of [
    [600, 144],
    [1_000, 40],
    [40, 400],
    [8, 8],
  ]) {
    const { bytes } = inspectPicture(samplePng({ width, height }))
    const all = readPositions(await renderCopyPdf(copyWith(rows), bytes))
    const [picture, ...others] = all.filter(({ text }) => text === undefined)
    assert.ok(picture && others.length === 0)
    const texts = all.filter(({ text }) => text !== undefined).toSorted((a, b) => a.top - b.top)
    const [name, title] = texts
    assert.match(name?.text ?? "", /^Hartwell & Pryce/)
    assert.match(title?.text ?? "", /^Copy of your answers: Wills/)
    assert.ok(picture.top >= 60 && picture.left === 60, JSON.stringify(picture))
    assert.ok(picture.right <= 60 + 180.01 && picture.bottom - picture.top <= 44.01, JSON.stringify(picture))
    assert.ok(picture.bottom <= (name?.top ?? 0), `${picture.bottom} is below ${name?.top}`)
    assert.ok((name?.bottom ?? 0) <= (title?.top ?? 0), `${name?.bottom} is below ${title?.top}`)
  }
  const plain = readPositions(await renderCopyPdf(copyWith(rows)))
  assert.ok((plain[0]?.top ?? 0) < 75, "without a logo, there is no gap")
})

test("a heading stays on the page of its content", async () => {
  const pagesAfter = async (count: number) => {
    const filler = Array.from({ length: count }, (_, index) => ({ label: "Before", value: `Row ${index}` }))
    const about = [{ label: "A question that takes more than one line to ask, as some do", value: "Answer" }]
    const copy = copyWith(filler)
    copy.sections.push({ title: "The next part", groups: [{ title: "Its first group", rows: about }] })
    const all = readPositions(await renderCopyPdf(copy))
    const pageOf = (text: string) => all.find((each) => each.text?.startsWith(text))?.page ?? Number.NaN
    return ["The next part", "Its first group", "A question", "Answer"].map(pageOf)
  }
  let [above, below] = [20, 60]
  const [first = Number.NaN] = await pagesAfter(above)
  while (below - above > 1) {
    const between = Math.floor((above + below) / 2)
    const [page = Number.NaN] = await pagesAfter(between)
    if (page > first) below = between
    else above = between
  }
  assert.ok(below < 60, "a page ends within sixty rows")
  // Only the end of a page splits a section; the heading and its content are less than ten rows high.
  for (let count = below - 10; count <= below + 2; count += 1) {
    const pages = await pagesAfter(count)
    assert.deepEqual(pages, Array(4).fill(count < below ? first : first + 1), `after ${count} rows`)
  }
})

test("a heading stays on the page of a figure as tall as the page", async () => {
  const figure: Figure = {
    alt: "A tall figure",
    width: 400,
    height: 900,
    lines: [],
    boxes: [
      { x: 0, y: 0, width: 200, height: 40, border: "plain", lines: [{ text: "Topmost", size: 12 }] },
      { x: 0, y: 860, width: 200, height: 40, border: "plain", lines: [{ text: "Lowest", size: 12 }] },
    ],
  }
  const sections = [
    { title: "Rows", groups: [{ rows: [{ label: "Name", value: "Ada" }] }] },
    { title: "Drawing", groups: [{ rows: [], figure }] },
  ]
  const copy = { language: "en" as const, firm_name: "Hartwell", subject: "Wills", facts: [], sections }
  const placed = readPositions(await renderCopyPdf(copy))
  const pages = ["Drawing", "Topmost", "Lowest"].map((one) => placed.find(({ text }) => text === one)?.page)
  assert.deepEqual(pages, [1, 1, 1])
})

test("a copy of a submission has the sender's name at that time, and phone numbers with their type", async () => {
  const { matter_id, main, client } = await newIntake(firm)
  const reader = { language: "en", firm_name: "Hartwell & Pryce", time_zone: "America/New_York" } as const
  const { user_id } = client
  await firm.run(async (tx) => {
    await changePhones(tx, main, [
      { type: "mobile", number: "(202) 555-0142" },
      { type: "work", number: "(202) 555-0143" },
    ])
    await createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com" })
    await tx.run(sql`update invitations set user_id = ${user_id} where matter_id = ${matter_id}`)
    await completeMatter(tx, service.ring, matter_id)
    await tx.run(sql`update submissions set submitted_by = ${user_id} where matter_id = ${matter_id}`)
    await changeContact(tx, main, [{ field: "last_name", value: "Married-Later" }])
  })
  const copy = await firm.run((tx) => copyOfSubmission(tx, service.ring, matter_id, 1, reader))
  assert.equal(copy.facts.find(({ label }) => label === "Sent by")?.value, "Ada Smith")
  assert.ok(!JSON.stringify(copy).includes("Married-Later"))
  const phones = copy.sections
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))
    .find(({ label }) => label === "Phone")
  assert.equal(phones?.value, "(202) 555-0142 (mobile)\n(202) 555-0143 (work)")
})

test("a copy shows the firm's logo in every supported format, and omits one that PDF cannot embed", async () => {
  const rows = [{ label: "Name", value: "Ada" }]
  const plain = await renderCopyPdf(copyWith(rows))
  const kinds = [
    { color: 0, depth: 1 },
    { color: 0, depth: 16 },
    { color: 2, depth: 8 },
    { color: 2, depth: 16 },
    { color: 3, depth: 2 },
    { color: 3, depth: 8, extra: { tRNS: Buffer.from([0, 9]) } },
    { color: 4, depth: 8 },
    { color: 6, depth: 8 },
    { color: 6, depth: 16 },
  ]
  for (const kind of kinds)
    for (const interlaced of [false, true]) {
      const { bytes } = inspectPicture(samplePng({ ...kind, interlaced, width: 40, height: 10 }))
      const pdf = await renderCopyPdf(copyWith(rows), bytes)
      assert.ok(pdf.includes("/Subtype /Image"), JSON.stringify({ ...kind, interlaced }))
      assert.ok(readPdf(pdf).text.includes("Ada"))
    }
  assert.ok((await renderCopyPdf(copyWith(rows), inspectPicture(sampleJpeg()).bytes)).includes("/DCTDecode"))
  assert.equal((await renderCopyPdf(copyWith(rows), Buffer.from("no picture"))).length, plain.length)
})

test("every page of the file memo shows the matter, its reference and its latest submission", async () => {
  const { matter_id, main } = await newIntake(firm)
  const reader = { language: "en" as const, firm_name: "Hartwell & Pryce", time_zone: "America/Chicago" }
  const read = () => firm.run((tx) => copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), reader))
  await firm.run(async (tx) => {
    await changeContact(tx, main, [{ field: "last_name", value: "Smith-O’Neil" }])
    await tx.run(
      sql`update matters set name = 'Smith, Ada', context = '{"clio": "2026-0417"}' where id = ${matter_id}`,
    )
  })
  assert.match(
    (await read()).running ?? "",
    /^clio: 2026-0417 · Not sent yet · Smith, Ada · Ada Smith-O’Neil and Ben Smith$/,
  )
  const { number } = await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const copy = await read()
  const pages = Array.from({ length: 60 }, (_, index) => ({ label: `Question ${index}`, value: "An answer" }))
  const pdf = readPdf(
    await renderCopyPdf({ ...copy, sections: [{ title: "More", groups: [{ rows: pages }] }] }),
  )
  assert.match(pdf.text, /File memo: Smith, Ada/)
  const count = Number(/Page 1 of (\d+)/.exec(pdf.text)?.[1])
  assert.ok(count >= 2)
  const foot = new RegExp(
    `clio: 2026-0417 · Submission ${number}, .* · Smith, Ada · Ada Smith-O’Neil and Ben Smith`,
    "g",
  )
  assert.equal(pdf.text.match(foot)?.length, count)
})

test("a footer too long for its line is shortened, in any script, and overlaps nothing", async () => {
  for (const name of ["A matter with a long name ".repeat(9), "王小龍".repeat(60)]) {
    const all = readPositions(
      await renderCopyPdf(copyWith([{ label: "Name", value: "Ada" }], { running: name })),
    )
    const foot = all.filter(({ text, top }) => text !== undefined && top > 700)
    assert.ok(foot.length >= 2)
    assert.ok(foot.some(({ text }) => text?.includes("…")) || foot.length > 2)
    const rows = new Set(foot.map(({ top }) => Math.round(top)))
    assert.equal(rows.size, 2, `more than two lines: ${[...rows]}`)
  }
})
