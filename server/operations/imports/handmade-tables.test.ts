// This file is long, because each of its tables is a whole case.
// Tables as people keep them, imported through the pages and read back through the API.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newPlanningFirm } from "../../../test/harness/planning-firm.ts"
import { provideService } from "../../../test/harness/service.ts"
import { storedMatters } from "../../../test/harness/stored-matters.ts"

const service = provideService()

interface Table {
  file: string | Uint8Array<ArrayBuffer>
  /** What the page lists for staff to look at. */
  questions?: readonly RegExp[]
  stored: readonly string[]
}

const tables: Record<string, Table> = {
  "a title and a date above the column names": {
    file: "Hartwell & Pryce LLP,,\nClients as of 11/01/2026,,\n,,\nFirst Name,Last Name,DOB\nAda,Ruiz,03/05/1962\nBea,Roe,12/25/1970\n",
    stored: ["Roe, Bea", "  1MAIN Bea Roe · 1970-12-25", "Ruiz, Ada", "  1MAIN Ada Ruiz · 1962-03-05"],
  },
  "a title without separators above a table with semicolons": {
    file: "Mandantenliste, Stand 1.11.2026\nVorname;Nachname;PLZ/Ort\nÄnne;Müller;20095 Hamburg\n",
    stored: ["Müller, Änne", "  1MAIN Änne Müller · home Hamburg, 20095, United States"],
  },
  "totals below, and the column names again": {
    file: 'Name,Email\nAda Ruiz,ada@example.com\nName,Email\nBea Roe,bea@example.com\nGrand Total: 2,\n"Total, Mary",mary@example.com\n',
    questions: [/3 .* repeats the column names/, /5 .*“Grand Total: 2” looks like a total/],
    stored: [
      "Roe, Bea",
      "  1MAIN Bea Roe · home bea@example.com",
      "Ruiz, Ada",
      "  1MAIN Ada Ruiz · home ada@example.com",
      "Total, Mary",
      "  1MAIN Mary Total · home mary@example.com",
    ],
  },
  "emails with names, links, and two in a cell": {
    file: "Name,Email\nAda Ruiz,Ada Ruiz <ada@example.com>\nBea Roe,bea@example.com; bea@work.example\nCy Poe,mailto:cy@example.com\nDi Vale,n/a\n",
    stored: [
      "Poe, Cy",
      "  1MAIN Cy Poe · home cy@example.com",
      "Roe, Bea",
      "  1MAIN Bea Roe · home bea@example.com · home bea@work.example",
      "Ruiz, Ada",
      "  1MAIN Ada Ruiz · home ada@example.com",
      "Vale, Di",
      "  1MAIN Di Vale",
    ],
  },
  "several phones in a cell, each with its kind": {
    file: 'Name,Phone\nAda Ruiz,202-555-0142 / 202-555-0143\nBea Roe,"H: (202) 555-0142, C: (202) 555-0199"\nCy Poe,"202-555-0142 (work)\n202-555-0143 (fax)"\nDi Vale,tel:+12025550142\nEd Zorn,1-202-555-0142 ext. 12\n',
    stored: [
      "Poe, Cy",
      "  1MAIN Cy Poe · work 202-555-0142 · fax 202-555-0143",
      "Roe, Bea",
      "  1MAIN Bea Roe · home (202) 555-0142 · mobile (202) 555-0199",
      "Ruiz, Ada",
      "  1MAIN Ada Ruiz · mobile 202-555-0142 · mobile 202-555-0143",
      "Vale, Di",
      "  1MAIN Di Vale · mobile +12025550142",
      "Zorn, Ed",
      "  1MAIN Ed Zorn · mobile 1-202-555-0142 ext. 12",
    ],
  },
  "a couple in one name": {
    file: 'Client\n"Smith, John & Mary"\nBob and Sue Jones\nAl Poe & Jo Vale\nJosé y María García\nJosé Ortega y Gasset\nMr. and Mrs. Ed Zorn\n',
    questions: [
      /2 Client “Smith, John & Mary” was read as two people: “Smith, John” and “Smith, Mary”/,
      /7 Client .*also has a spouse, whose name is not known/,
    ],
    stored: [
      "García, José and María",
      "  1MAIN José García",
      "  1MARR María García",
      "Gasset, José",
      "  1MAIN José Ortega y Gasset",
      "Jones, Bob and Sue",
      "  1MAIN Bob Jones",
      "  1MARR Sue Jones",
      "Poe, Al and Vale, Jo",
      "  1MAIN Al Poe",
      "  1MARR Jo Vale",
      "Smith, John and Mary",
      "  1MAIN John Smith",
      "  1MARR Mary Smith",
      "Zorn, Ed",
      "  1MAIN Ed Zorn",
    ],
  },
  "a couple in the first name": {
    file: "First,Last\nAda + Ben,Ruiz\n",
    stored: ["Ruiz, Ada and Ben", "  1MAIN Ada Ruiz", "  1MARR Ben Ruiz"],
  },
  organizations: {
    file: 'Client\n"Johnson & Johnson, Inc."\nThe Vale Family Trust\n',
    questions: [/2 Client .*looks like an organization/],
    stored: [
      "Johnson & Johnson, Inc.",
      "  1MAIN Johnson & Johnson, Inc.",
      "The Vale Family Trust",
      "  1MAIN The Vale Family Trust",
    ],
  },
  "late and former spouses are no clients": {
    file: "File no,First,Last,Spouse First,Spouse Last,Spouse DOD,Relationship\n1,Ada,Ruiz,Ben (deceased),Ruiz,,\n2,Bea,Roe,Carl,Roe,1/2/2010,\n3,Di,Vale,,,,\n3,Ed,Vale,,,,Former spouse\n3,Flo,Zorn,,,,Wife\n",
    questions: [/2 .*says that this person has died/],
    stored: [
      "Roe, Bea · 2",
      "  1MAIN Bea Roe",
      "  1DECS Carl Roe",
      "Ruiz, Ada · 1",
      "  1MAIN Ada Ruiz",
      "  1DECS Ben Ruiz",
      "Vale, Di · 3",
      "  1MAIN Di Vale",
      "  1DIVO Ed Vale",
      "  1MARR Flo Zorn",
    ],
  },
  "suffixes before and after the first name": {
    file: 'Name\n"Ruiz, Jr., Ben"\n"Roe III, Cy"\n"Ada Vale, Esq."\n',
    stored: [
      "Roe, Cy",
      "  1MAIN Cy Roe III",
      "Ruiz, Ben",
      "  1MAIN Ben Ruiz Jr.",
      "Vale, Ada",
      "  1MAIN Ada Vale Esq.",
    ],
  },
  "city, state and ZIP code in one cell, all in capitals": {
    file: 'NAME,ADDRESS,CITY ST ZIP,HOME PH,D.O.B.\n"RUIZ, ADA M","12 ELM ST","BOSTON MA 02134",(202)555-0142,03/25/62\n',
    stored: [
      "RUIZ, ADA",
      "  1MAIN ADA M RUIZ · 1962-03-25 · home (202)555-0142 · home 12 ELM ST, BOSTON, MA 02134, United States",
    ],
  },
  "an Australian practice program": {
    file: "Salutation,Given Names,Family Name,Home Tel,Mobile Tel,Address Line 1,Suburb,State,Postcode,Country,Partner Name\nMrs,Ada Marie,Ruiz,02 5550 1420,0491 570 156,1 George St,Sydney,NSW,2000,Australia,Ben Roe\n",
    stored: [
      "Ruiz, Ada Marie and Roe, Ben",
      "  1MAIN Ada Marie Ruiz · mobile 0491 570 156 · home 02 5550 1420 · home 1 George St, Sydney NSW 2000, Australia",
      "  1MARR Ben Roe",
    ],
  },
  "notes with line breaks, quotation marks and formulas’ signs": {
    file: 'Name,Notes\r\nAda Ruiz,"Called on 3/5.\r\nWants ""simple"" will;\r\n- no trust"\r\nBea Roe,-x +y\r\n',
    stored: [
      "Roe, Bea · note -x +y",
      "  1MAIN Bea Roe",
      'Ruiz, Ada · note Called on 3/5.|Wants "simple" will;|- no trust',
      "  1MAIN Ada Ruiz",
    ],
  },
  "two-digit years": {
    file: "Name,DOB,Opened\nAda Ruiz,3/15/26,3/15/99\nBea Roe,3/15/27,3/15/26\n",
    questions: [/2 DOB “3\/15\/26” was read as March 15, 2026/],
    stored: [
      "Roe, Bea · opened 2026-03-15",
      "  1MAIN Bea Roe · 1927-03-15",
      "Ruiz, Ada · opened 1999-03-15",
      "  1MAIN Ada Ruiz · 2026-03-15",
    ],
  },
  "names in other scripts, and invisible characters": {
    file: "\ufeffFirst\u00a0Name,Last\u200bName,E\u00adMail,DOB\n\u200bAda\u200b,Ruiz\u00a0,ada\u200b@example.com,\u200e3/25/1962\nמשה,כהן,,\n美玲,李,,\n\u202eBea,Roe,,\n",
    stored: [
      "Roe, Bea",
      "  1MAIN Bea Roe",
      "Ruiz, Ada",
      "  1MAIN Ada Ruiz · 1962-03-25 · home ada@example.com",
      "כהן, משה",
      "  1MAIN משה כהן",
      "李, 美玲",
      "  1MAIN 美玲 李",
    ],
  },
  "groups of columns in merged cells above their names": {
    file: "Client,,,Spouse,,,File No,Address,,\nFirst,Last,Email,First,Last,Email,,Street,City,ST\nAda,Ruiz,ada@example.com,Ben,Roe,ben@example.com,A-7,1 Elm St,Boston,MA\nBea,Poe,,,,,A-8,,,\n",
    stored: [
      "Poe, Bea · A-8",
      "  1MAIN Bea Poe",
      "Ruiz, Ada and Roe, Ben · A-7",
      "  1MAIN Ada Ruiz · home ada@example.com · home 1 Elm St, Boston, MA, United States",
      "  1MARR Ben Roe · home ben@example.com",
    ],
  },
  "groups that are no spouse": {
    file: "Client,,Children,,Notes\nFirst,Last,First,Last,\nAda,Ruiz,Cy,Ruiz,Prefers calls\n",
    stored: ["Ruiz, Ada · note Prefers calls", "  1MAIN Ada Ruiz"],
  },
  "column names that stand twice": {
    file: "First Name,Last Name,Email,Home Phone,Notes,First Name,Last Name,Email,Home Phone,Notes\nAda,Ruiz,ada@example.com,202-555-0142,One,Ben,Roe,ben@example.com,202-555-0143,Two\n",
    questions: [/2 First Name Columns stand twice.*“Home Phone”/],
    stored: [
      "Ruiz, Ada and Roe, Ben · note Two · note One",
      "  1MAIN Ada Ruiz · home 202-555-0142 · home ada@example.com",
      "  1MARR Ben Roe · home 202-555-0143 · home ben@example.com",
    ],
  },
  "column names that a program numbered": {
    file: "Name,Email,Email 2,Name.1,Email.1\nAda Ruiz,ada@example.com,ada@work.example,Ben Roe,ben@example.com\n",
    questions: [/2 Name\.1 Columns stand twice/],
    stored: [
      "Ruiz, Ada and Roe, Ben",
      "  1MAIN Ada Ruiz · home ada@example.com · home ada@work.example",
      "  1MARR Ben Roe · home ben@example.com",
    ],
  },
  "a wife and a husband and no client": {
    file: "Wife's Name,Husband's Name,Wife's Cell,Husband's Home Phone\nAda Ruiz,Ben Roe,202-555-0142,202-555-0143\n",
    stored: [
      "Ruiz, Ada and Roe, Ben",
      "  1MAIN Ada Ruiz · mobile 202-555-0142",
      "  1MARR Ben Roe · home 202-555-0143",
    ],
  },
  "two numbered spouses": {
    file: "Spouse 1 First Name,Spouse 1 Last Name,Spouse 2 First Name,Spouse 2 Last Name\nAda,Ruiz,Ben,Roe\n",
    stored: ["Ruiz, Ada and Roe, Ben", "  1MAIN Ada Ruiz", "  1MARR Ben Roe"],
  },
  "two people in a cell, one below the other or behind a semicolon": {
    file: 'Client\n"Ada Ruiz\nBen Roe"\n"Poe, Al; Vale, Jo"\n',
    questions: [/2 Client .*read as two people/, /3 Client .*“Poe, Al” and “Vale, Jo”/],
    stored: [
      "Poe, Al and Vale, Jo",
      "  1MAIN Al Poe",
      "  1MARR Jo Vale",
      "Ruiz, Ada and Roe, Ben",
      "  1MAIN Ada Ruiz",
      "  1MARR Ben Roe",
    ],
  },
  "companies among the people": {
    file: "Type,First Name,Last Name,Company,Primary Email\nPerson,Ada,Ruiz,Vale Bakery,ada@example.com\nCompany,,,Acme Widgets LLC,info@acme.example\n",
    questions: [/3 Company “Acme Widgets LLC” looks like an organization/],
    stored: [
      "Acme Widgets LLC",
      "  1MAIN Acme Widgets LLC · home info@acme.example",
      "Ruiz, Ada",
      "  1MAIN Ada Ruiz · home ada@example.com",
    ],
  },
  "sums and the end of a printed page": {
    file: "Name,Email,Fee\nAda Ruiz,ada@example.com,150\n,,150\nPrinted on 11/1/2026 by Noor,,\nPage 1 of 3,,\n",
    questions: [/3 .*nothing in the columns/, /4 .*end of a printed page/, /5 .*end of a printed page/],
    stored: ["Ruiz, Ada", "  1MAIN Ada Ruiz · home ada@example.com"],
  },
  "titles before the first name, suffixes behind the last, and a man called Don": {
    file: 'First,M.I.,Last,ZIP+4\nDr. Ada,M,Ruiz Jr.,021341234\nDon,,"Roe, Esq.",\n',
    stored: [
      "Roe, Don",
      "  1MAIN Don Roe Esq.",
      "Ruiz, Ada",
      "  1MAIN Ada M Ruiz Jr. · home 021341234, United States",
    ],
  },
  "an email and a number that stand twice in a line": {
    file: "Name,Email,Email 2,Cell,Mobile Phone,Home Phone\nDon Draper,don@example.com,DON@example.com,202-555-0142,202-555-0142,202-555-0142\n",
    stored: [
      "Draper, Don",
      "  1MAIN Don Draper · mobile 202-555-0142 · home 202-555-0142 · home don@example.com",
    ],
  },
  "codes of web pages and other programs": {
    file: "First&nbsp;Name,Last Name,Notes\nM&aacute;ire,O&#146;Shea,&nbsp;\nJi&rcaron;&iacute;,Dvo&#345;&aacute;k,&amp;#171;Yes&amp;raquo;\nZo\\u00eb,D\\'Arcy &amp;amp; Poe,<p>One</p><p class=x>Two<br/>3</p>\n<b>Al</b>,&bogus;,if a &lt; b\nBen&Jerry,Ek,AT&T\n",
    questions: [
      /2 Last Name “O&#146;Shea” was read as “O’Shea”: it has codes of another program/,
      /5 Last Name “&bogus;” looks as if it has codes of another program/,
    ],
    stored: [
      "&bogus;, Al · note if a < b",
      "  1MAIN Al &bogus;",
      "D'Arcy & Poe, Zoë · note One|Two|3",
      "  1MAIN Zoë D'Arcy & Poe",
      "Dvořák, Jiří · note «Yes»",
      "  1MAIN Jiří Dvořák",
      "Ek, Ben and Jerry · note AT&T",
      "  1MAIN Ben Ek",
      "  1MARR Jerry Ek",
      "O’Shea, Máire",
      "  1MAIN Máire O’Shea",
    ],
  },
  "numbers and empty cells of a data program": {
    file: 'Name,File no,Phone,Home phone,Zip,Spouse,Spouse phone\nAda Ruiz,1042.0,+12025550142.0,"2025550143,0",2134.00,Ben Ruiz,2025550144.0\nBea Roe,nan,Cell: 2025550145.000000,2025550146.0; 2025550147.0,NaN,<NA>,NaN\nNan Poe,,2025550148.,202.555.0149,,,\n',
    stored: [
      "Poe, Nan",
      "  1MAIN Nan Poe · mobile 2025550148 · home 202.555.0149",
      "Roe, Bea",
      "  1MAIN Bea Roe · mobile 2025550145 · home 2025550146 · home 2025550147",
      "Ruiz, Ada and Ben · 1042",
      "  1MAIN Ada Ruiz · mobile +12025550142 · home 2025550143 · home 2134, United States",
      "  1MARR Ben Ruiz · mobile 2025550144",
    ],
  },
  "file numbers with a decimal point beside phones without one": {
    file: "Name,File no,Phone\nAda Ruiz,2024.10,2025550142.0\nBea Roe,2024.0,202555.0143\n",
    stored: [
      "Roe, Bea · 2024.0",
      "  1MAIN Bea Roe · mobile 202555.0143",
      "Ruiz, Ada · 2024.10",
      "  1MAIN Ada Ruiz · mobile 2025550142",
    ],
  },
  "empty columns and columns that no one knows": {
    file: `,First Name,,Last Name,,${Array.from({ length: 244 }, (_, at) => `Custom ${at}`).join()}\n,Ada,,Ruiz,,${"x,".repeat(243)}x\n`,
    stored: ["Ruiz, Ada", "  1MAIN Ada Ruiz"],
  },
}

for (const [name, { file, questions = [], stored }] of Object.entries(tables))
  test(`a table with ${name} is stored as its people meant it`, async () => {
    const { firm, send, questionnaire_id } = await newPlanningFirm(service)
    const { location } = await upload(send, file)
    const shown = rowsOf((await send("GET", location)).text)
    const faults = shown.filter(({ kind }) => kind === "fault").map(({ text }) => text)
    assert.deepEqual(faults, [])
    for (const question of questions)
      assert.ok(
        shown.some(({ text }) => question.test(text)),
        `${question} in ${JSON.stringify(shown)}`,
      )
    assert.equal((await send("POST", location, { step: "create", questionnaire_id })).status, 303)
    assert.deepEqual(await storedMatters(firm), stored)
  })

const faulty: Record<string, [file: string, ...faults: RegExp[]]> = {
  formulas: [
    'Name,Email\n"=HYPERLINK(""https://x.example"",""Ada"")",=A2\n=Sheet1!B2,\n',
    /2 Name .*is a formula\. Write the value that it shows/,
    /2 Email .*is a formula/,
    /3 Name .*is a formula/,
  ],
  "letters that another program damaged": [
    "Name,City\nJosÃ© GarcÃ­a,LeÃ³n\nJos� Roe,\n",
    /2 Name .*damaged/,
    /2 City .*damaged/,
    /3 Name .*damaged/,
  ],
  "dotted dates in a firm that has only been assumed to write the month first": [
    "Name,DOB\nAda Ruiz,5.3.1962\n",
    /2 DOB “5\.3\.1962” is May 3, 1962 or March 5, 1962/,
  ],
  "a spouse beside someone who is not the client": [
    "File no,Name,Relationship,Spouse\n1,Ada Ruiz,,\n1,Cleo Ruiz,Daughter,Dan Roe\n",
    /3 Spouse Give this person’s spouse a line too/,
  ],
}

for (const [name, [file, ...faults]] of Object.entries(faulty))
  test(`a table with ${name} says what to do, line by line`, async () => {
    const { firm, send, questionnaire_id } = await newPlanningFirm(service)
    const { location } = await upload(send, file)
    const shown = rowsOf((await send("GET", location)).text)
    for (const fault of faults)
      assert.ok(
        shown.some(({ kind, text }) => kind === "fault" && fault.test(text)),
        `${fault} in ${JSON.stringify(shown)}`,
      )
    assert.equal((await send("POST", location, { step: "create", questionnaire_id })).status, 400)
    assert.deepEqual(await storedMatters(firm), [])
  })

test("a table without column names is refused, so that its first person is not lost", async () => {
  const { send } = await newPlanningFirm(service)
  const { status, text } = await upload(send, "Ada,Ruiz,ada@example.com\nBea,Roe,bea@example.com\n")
  assert.equal(status, 400)
  assert.match(text, /Line 1 holds a person’s data/)
})

test("a column named by a date is a column", async () => {
  const { firm, send, questionnaire_id } = await newPlanningFirm(service)
  const { location } = await upload(send, "Name,12/31/2025\nAda Ruiz c/o Ben Roe,100\n")
  await send("POST", location, { step: "create", questionnaire_id })
  assert.deepEqual(await storedMatters(firm), ["Roe, Ada", "  1MAIN Ada Ruiz c/o Ben Roe"])
})

test("the page names the columns that are not imported", async () => {
  const { send } = await newPlanningFirm(service)
  const { location } = await upload(send, "Name,Hair color,Empty\nAda Ruiz,red,\n")
  assert.match((await send("GET", location)).text, /Not imported: Hair color\./)
})

type Send = Awaited<ReturnType<typeof newPlanningFirm>>["send"]

function upload(send: Send, file: Table["file"]) {
  const form = new FormData()
  form.set("file", new Blob([file]), "Clients.csv")
  return send("POST", "/console/imports", form)
}

function rowsOf(html: string): { kind: string; text: string }[] {
  const rows = html.matchAll(/<tr role="row"[^>]*id="(fault|question)-\d+".*?<\/tr>/gs)
  return [...rows].map(([row, kind = ""]) => ({
    kind,
    text: row
      .replace(/<[^>]+>/g, " ")
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, "&")
      .replace(/\s+/g, " ")
      .trim(),
  }))
}
