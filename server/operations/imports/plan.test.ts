// What the lines of a table mean, without a database.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { findFileOrder, hasMoments } from "./dates.ts"
import { splitFullName } from "./full-names.ts"
import { guessMapping } from "./mapping.ts"
import { type ImportPlan, type PlanContext, startPlan } from "./plan.ts"
import { columnLabel } from "./table/cells.ts"
import { readTable } from "./table/table.ts"
import { splitUsAddress } from "./us-addresses.ts"

function planImport(...given: Parameters<typeof startPlan>): ImportPlan {
  const planning = startPlan(...given)
  for (const row of given[0].rows) planning.add(row)
  return planning.end()
}

function planOf(text: string, context: Partial<PlanContext> = {}): ImportPlan {
  const table = readTable(Buffer.from(text))
  const mapping = guessMapping(table.header)
  const date_order = findFileOrder(table, mapping)?.order
  return planImport(table, mapping, {
    today: "2026-11-26",
    country_iso: "US",
    colleagues: [],
    date_order,
    ...context,
  })
}

function faultsOf(text: string, context?: Partial<PlanContext>): string[] {
  return planOf(text, context).faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}

test("column names reach beyond the groups above them, and groups beyond the names", () => {
  const header = (...lines: string[]) => readTable(Buffer.from(lines.join("\n"))).header
  const names = "First name,Last name,First name,Last name,Email"
  assert.equal(header("Client,,Spouse", names, "Ada,Ruiz,Ben,Ruiz,a@example.com").length, 5)
})

test("a table without a name column has one fault, not one per line", () => {
  const { matters, faults } = planOf("Email,City\na@example.com,Rome\nb@example.com,León")
  assert.deepEqual(matters, [])
  assert.equal(faults.length, 1)
  assert.match(faults[0]?.message ?? "", /Choose below which column holds/)
})

test("cells are read as forms read them: each fault has its line, its column and the form's own sentence", () => {
  const contacts = [
    "First name,Last name,Email,Phone",
    "Ada,Rule,ada@example,ask her son",
    "Bea,Rule,ada@example.c,ask her",
    "Cy,Rule,a..b@example.com,555",
    'Di,Rule,"ada@example,com",(202) 555-0142 or 0143',
    "Ed,Rule,ed@example..com,call after 6",
    "Fay,Rule,fay@example.com,2.03E+09",
    ",,gus@example.com,202-555-0142",
    "Ida,Rule,ida@example.com\u200b,\u202a+1 202-555-0142\u202c",
  ].join("\n")
  const { faults, matters } = planOf(contacts)
  const where = faults.map(({ line, column }) => `${line} ${column}`)
  assert.deepEqual(where, [
    ...["2 Email", "2 Phone", "3 Email", "3 Phone", "4 Email", "4 Phone", "5 Email", "5 Phone"],
    ...["6 Email", "6 Phone", "7 Phone", "8 First name"],
  ])
  assert.match(faults.find(({ line }) => line === 7)?.message ?? "", /shortened a long number to “2.03E\+09”/)
  const ida = matters.at(-1)?.people[0]
  assert.deepEqual(ida?.emails, [{ type: "home", email: "ida@example.com" }])
  assert.deepEqual(ida?.phones, [{ type: "mobile", number: "+1 202-555-0142" }])
})

test("each finding has the cell that a spreadsheet shows, and names the column as the file does", () => {
  const cellsOf = (text: string) => {
    const { faults, questions } = planOf(text)
    return [...faults, ...questions].map(({ line, at, message }) => {
      const [, name] = /^“(.*?)”/.exec(message) ?? []
      return `${at === undefined ? "" : columnLabel(at)}${line} ${name}`
    })
  }
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnLabel), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"])
  assert.deepEqual(cellsOf("Clients\n\n,Name,E-mail,Tel\n\n,Ada Ruiz,ada@,555\n,Bo Roe,bo@b.example,\n"), [
    "C5 E-mail",
    "D5 Tel",
  ])
  assert.deepEqual(cellsOf("Name,E-mail\nAda Ruiz,,,Rome\nTotal: 1,\n"), ["D2 undefined", "3 Total: 1"])
  const doubled = "First Name,Email,First Name,Email\nAda,ada@example.com,Bo,bo@\n"
  assert.deepEqual(cellsOf(doubled), ["D2 Email", "C2 undefined"])
  const unnamed = readTable(Buffer.from("Name,x,\nAda,1,ada@\n"))
  const context = { today: "2026-11-26", country_iso: "US", colleagues: [], date_order: undefined }
  const { faults } = planImport(unnamed, ["full_name", null, "email"], context)
  assert.match(faults[0]?.message ?? "", /^“Column C” must be/)
})

test("what a spreadsheet program damaged is a fault that says so", () => {
  for (const cell of ["2.03E+09", "2,03E+09", "1E+10", "#REF!", "#N/A", "########", "#NAME?"])
    assert.match(faultsOf(`Last name,File number\nRuiz,"${cell}"`)[0] ?? "", /spreadsheet program/, cell)
  for (const cell of ["E-12", "12E", "2026-E+1", "#12"])
    assert.deepEqual(faultsOf(`Last name,File number\nRuiz,${cell}`), [], cell)
})

test("a line with more than the header's columns names the cell; a line of separators is nothing", () => {
  assert.match(faultsOf("First name,Last name\nAda,Ruiz,,Rome\n,,,\n")[0] ?? "", /^2 : .*“Rome”/)
  assert.deepEqual(faultsOf("First name,Last name\nAda,Ruiz,,\n,,,\n"), [])
})

test("one of first and last name is enough", () => {
  const names = planOf("First name,Last name\nSuharto,\n,Cher").matters.map(({ name }) => name)
  assert.deepEqual(names, ["Suharto", "Cher"])
  assert.deepEqual(planOf("First name\n=1+1").matters[0]?.name, "=1+1")
})

test("an ambiguous date is a fault unless the file proves the order, and a date to come is no birthday", () => {
  const born = (text: string, context?: Partial<PlanContext>) =>
    planOf(`Name,DOB\n${text}`, context).matters.map(({ people }) => people[0]?.fields.date_of_birth)
  assert.deepEqual(born("Ada Ruiz,05/03/1962\nBea Roe,25/12/1962"), ["1962-03-05", "1962-12-25"])
  assert.deepEqual(born("Ada Ruiz,05/03/1962", { date_order: "month_first" }), ["1962-05-03"])
  assert.deepEqual(born("Ada Ruiz,0/0/00\nBea Roe,0000-00-00\nCy Roe,22710"), ["", "", "1962-03-05"])
  assert.match(
    faultsOf("Name,DOB\nAda Ruiz,05/03/1962")[0] ?? "",
    /“05\/03\/1962” is May 3, 1962 or March 5, 1962/,
  )
  assert.match(
    faultsOf("Name,DOB\nAda Ruiz,2027-01-31")[0] ?? "",
    /must be in the past, not January 31, 2027/,
  )
  assert.match(faultsOf("Name,DOB\nAda Ruiz,31.02.1962")[0] ?? "", /is not a date/)
  assert.deepEqual(faultsOf("Name,DOB\nAda Ruiz,2026-11-26"), [])
  assert.deepEqual(faultsOf("Name,Due\nAda Ruiz,2027-01-31"), [], "a day to come may be due")
  const { table, mapping } = {
    table: readTable(Buffer.from("Name,DOB\nA B,1/2/1962\nC D,25/12/1962")),
    mapping: guessMapping(["Name", "DOB"]),
  }
  assert.deepEqual(findFileOrder(table, mapping), {
    order: "day_first",
    proof: { line: 3, text: "25/12/1962" },
  })
})

test("days written as times are the day that staff choose, whatever the firm's zone", () => {
  const text = "Name,DOB\nAda Ruiz,1962-03-04T23:00:00.000Z\nBea Roe,1970-01-02 19:00:00-05"
  const faults = faultsOf(text, { time_zone: "America/New_York" })
  assert.match(
    faults[0] ?? "",
    /is March 4, 1962 as written, and March 5, 1962 where it was midnight\. Choose/,
  )
  assert.match(faults[1] ?? "", /is January 2, 1970 as written, and January 3, 1970 where/)
  for (const [days_of_times, ...days] of [
    ["midnight", "1962-03-05", "1970-01-03"],
    ["utc", "1962-03-04", "1970-01-03"],
    ["firm", "1962-03-04", "1970-01-02"],
  ] as const) {
    const plan = planOf(text, { time_zone: "America/New_York", days_of_times })
    assert.deepEqual(plan.faults, [], days_of_times)
    assertEach(plan.matters, ({ people }) => people[0]?.fields.date_of_birth, days)
  }
  const { table, mapping } = {
    table: readTable(Buffer.from("Name,DOB\nA B,3/5/1962 12:00 GMT")),
    mapping: guessMapping(["Name", "DOB"]),
  }
  assert.equal(hasMoments(table, mapping, { time_zone: "Europe/Berlin" }), false)
  assert.equal(hasMoments(table, mapping, { time_zone: "Pacific/Auckland" }), true)
})

test("countries are read by name or code, and ZIP codes get their zero back where the state proves it", () => {
  const address = (cells: string, context?: Partial<PlanContext>) =>
    planOf(`Name,Street,City,State,ZIP,Country\nAda Ruiz,1 High St,Town,${cells}`, context).matters[0]
      ?.people[0]?.address
  assert.equal(address(",SW1A 1AA,United Kingdom")?.country_iso, "GB")
  assert.equal(address(",10115,", { country_iso: "DE" })?.country_iso, "DE")
  assert.equal(address("MA,2134,")?.postal_code, "02134")
  assert.equal(address("NJ,8608-1234,USA")?.postal_code, "08608-1234")
  assert.equal(address("NSW,2134,Australia")?.postal_code, "2134")
  const doubtful = planOf("Name,City,State,ZIP\nAda Ruiz,Springfield,IL,2134")
  assert.equal(doubtful.matters[0]?.people[0]?.address?.postal_code, "2134")
  assert.match(doubtful.questions[0]?.message ?? "", /“2134” is too short for a ZIP code/)
  assert.match(
    faultsOf("Name,City,Country\nAda Ruiz,Town,Freedonia")[0] ?? "",
    /“Freedonia” is not a country/,
  )
})

test("lines are one matter only if a column says who each person is", () => {
  const grouped = planOf(
    "File no,Name,Relationship\n7,Ada Ruiz,\n7,Ben Ruiz,Husband\n7,Cleo Ruiz,Daughter\n8,Dan Roe,",
  )
  assert.deepEqual(
    grouped.matters.map(({ name, people }) => [
      name,
      people.map(({ relationship_type }) => relationship_type),
    ]),
    [
      ["Ruiz, Ada", ["1MAIN", "1MARR", "2DATR"]],
      ["Roe, Dan", ["1MAIN"]],
    ],
  )
  assert.equal(planOf("Matter,Name\nEstate plan,Ada Ruiz\nEstate plan,Bea Roe").matters.length, 2)
})

test("M is male, or mujer in a file that writes H for hombre; in Spanish without an H it is a fault", () => {
  const sexes = (text: string) => planOf(text).matters.map(({ people }) => people[0]?.fields.gender_binary)
  assert.deepEqual(sexes("Name,Sex\nAda Ruiz,F\nBen Ruiz,m\nCy Roe,Unknown"), ["Female", "Male", ""])
  assert.deepEqual(sexes("Nombre,Sexo\nAna Ruiz,M\nLuis Ruiz,H"), ["Female", "Male"])
  assert.match(faultsOf("Nombre,Sexo\nAna Ruiz,M")[0] ?? "", /masculino or mujer/)
})

test("an assignee is a colleague by name, in either order, or by email; anyone else is a fault", () => {
  const colleagues = [
    { id: "1", name: "Noor Haddad", email: "noor@example.com" },
    { id: "2", name: "Sam Lee", email: "sam@example.com" },
    { id: "3", name: "Sam Lee", email: "lee@example.com" },
  ]
  const assigned = (cell: string) => planOf(`Name,Attorney\nAda Ruiz,"${cell}"`, { colleagues })
  for (const cell of ["Noor Haddad", "haddad, noor", "NOOR@example.com"])
    assert.equal(assigned(cell).matters[0]?.assignee?.id, "1", cell)
  assert.match(assigned("Sam Lee").faults[0]?.message ?? "", /Several colleagues/)
  assert.match(assigned("Kim Poe").faults[0]?.message ?? "", /No colleague is called “Kim Poe”/)
})

test("tags and file numbers keep the rules of their form", () => {
  const tidy = planOf("Name,Tags\nAda Ruiz,Real  estate; VIP ;\u202e;Real estate;VIP").matters[0]?.tags
  assert.deepEqual(tidy, ["Real estate", "VIP"], "as the form stores them, each once")
  assert.deepEqual(planOf("Name,Tags\nAda Ruiz,VIP; Trust ::: * myContacts").matters[0]?.tags, [
    "VIP",
    "Trust",
  ])
  assert.match(faultsOf(`Name,Tags\nAda Ruiz,${"x".repeat(41)}`)[0] ?? "", /at most 40 characters/)
  assert.match(faultsOf(`Name,File number\nAda Ruiz,${"7".repeat(61)}`)[0] ?? "", /at most 60 characters/)
})

test("columns are guessed from their names in English, German and Spanish, each field once", () => {
  const cases: [string, string][] = [
    [
      "Client name,FIRST_NAME,Surname,E-mail,Email 2,Notes",
      "matter_name,first_name,last_name,email,email,note",
    ],
    ["Client,Mail,Matter name,Opened", "full_name,email,matter_name,opened_on"],
    [
      "Client First,Client Last Name,Primary email address,Home City,Contact type",
      "first_name,last_name,email,city,",
    ],
    [
      "Vorname,Name,Straße,PLZ,Ort,Geburtsdatum",
      "first_name,last_name,street,postal_code,city,date_of_birth",
    ],
    ["Nombre,Apellidos,Correo electrónico,Código postal", "first_name,last_name,email,postal_code"],
    ["firstName,lastName,dateOfBirth", "first_name,last_name,date_of_birth"],
    ["Name,Spouse,Spouse DOB,Spouse Email", "full_name,spouse_full_name,spouse_date_of_birth,spouse_email"],
    ["First Name,First Name (Spouse),Spouse’s Last Name", "first_name,spouse_first_name,spouse_last_name"],
    ["Business Street,Business City,Street", ",,street"],
    ["City,Home City", "city,"],
    [
      "Last,First,MI,Sfx,Home,Cell,Work",
      "last_name,first_name,middle_name,suffix,home_phone,phone,work_phone",
    ],
    ["Matter #,Matter Description,Client,Phone #", "file_number,matter_name,full_name,phone"],
    ["First Name,Email,First Name 2,Email 2", "first_name,email,spouse_first_name,spouse_email"],
    ["Surname,Email,Surname 2,Email 2", "last_name,email,spouse_last_name,spouse_email"],
    ["First Name,Last Name,Client,Home", "first_name,last_name,matter_name,home_phone"],
  ]
  for (const [header, fields] of cases)
    assert.equal(
      guessMapping(header.split(","))
        .map((field) => field ?? "")
        .join(),
      fields,
      header,
    )
})

test("a name in one cell is split where its words say how", () => {
  const cases: Record<string, string> = {
    "Ada Ruiz": "Ada||Ruiz||true",
    "Ruiz, Ada": "Ada||Ruiz||true",
    "Ruiz Gómez, Ada María": "Ada|María|Ruiz Gómez||true",
    "Mr. Ada M. Ruiz, Jr.": "Ada|M.|Ruiz|Jr.|true",
    "King, Martin L. Jr.": "Martin|L.|King|Jr.|true",
    "Ana de la Cruz": "Ana||de la Cruz||true",
    "Ludwig van der Berg III": "Ludwig||van der Berg|III|true",
    "Mary Ann Smith": "Mary|Ann|Smith||false",
    Suharto: "Suharto||||true",
  }
  for (const [text, parts] of Object.entries(cases)) {
    const { first_name, middle_name, last_name, suffix, is_certain } = splitFullName(text)
    assert.equal([first_name, middle_name, last_name, suffix, is_certain].join("|"), parts, text)
  }
})

test("an address in one line is split only where it ends as US addresses do", () => {
  const parts = { street: "12 Elm St, Apt 4", city: "Springfield", state: "IL", postal_code: "62701" }
  for (const text of [
    "12 Elm St, Apt 4, Springfield, IL 62701",
    "12 Elm St, Apt 4, Springfield IL 62701",
    "12 Elm St\nApt 4\nSpringfield, IL 62701\nUnited States",
  ])
    assert.deepEqual(splitUsAddress(text), parts, text)
  for (const text of [
    "12 Elm St",
    "Springfield, IL 62701",
    "1 High St, London, SW1A 1AA",
    "Calle 1, Madrid, ES 28013",
  ])
    assert.equal(splitUsAddress(text), undefined, text)

  const whole = "12 Elm St, Apt 4, Springfield, IL 62701"
  const address = (header: string, cells: string) => {
    const found = planOf(`Name,${header}\nAda Ruiz,${cells}`).matters[0]?.people[0]?.address
    return [found?.street, found?.city, found?.state, found?.postal_code].join("|")
  }
  const split = "12 Elm St, Apt 4|Springfield|IL|62701"
  assert.equal(address("Street", `"${whole}"`), split)
  assert.equal(address("Street,City", `"${whole}",`), split)
  for (const [header, cell, rest] of [
    ["City", "Rome", "Rome||"],
    ["State", "NY", "|NY|"],
    ["ZIP", "13440", "||13440"],
  ])
    assert.equal(
      address(`Street,${header}`, `"${whole}",${cell}`),
      `${whole}|${rest}`,
      "the parts have columns",
    )
})
