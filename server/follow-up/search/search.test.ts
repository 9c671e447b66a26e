import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { addAsset } from "../../intake/assets/editing.ts"
import { addContact, changeContact } from "../../intake/contacts/editing.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { closeMatter, markStarted } from "../../intake/matters/lifecycle.ts"
import { renameMatter } from "../../intake/matters/matters.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { sql } from "../../platform/db/sql.ts"
import { searchEntries } from "./search.ts"

const service = provideService()

const find = (firm: TestFirm, words: string, assignee_id: string | null = null) =>
  firm.run(async (tx) =>
    (await searchEntries(tx, words, { assignee_id, limit: 50 }))
      .filter(({ is_partial }) => !is_partial)
      .map(({ kind, text }) => `${kind}: ${text}`),
  )

/** Entries with only some of the words, best first. */
const findPartial = (firm: TestFirm, words: string) =>
  firm.run(async (tx) => {
    const found = await searchEntries(tx, words, { assignee_id: null, limit: 50 })
    assert.ok(
      found.every(({ is_partial }) => is_partial),
      words,
    )
    return found.map(({ text }) => text)
  })

/** A firm with one matter whose client has every kind of name and contact detail. */
async function newSearched() {
  const intake = await newFirmWithIntake(service, { couple: false })
  const { firm, matter_id, main } = intake
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, "O’Neil-Ștefănescu, Siobhán")
    await changeContact(tx, main, [
      { field: "first_name", value: "Siobhán" },
      { field: "last_name", value: "O’Neil-Ștefănescu" },
      { field: "also_known_as", value: "Jane Wójcik" },
    ])
    await tx.run(sql`
      insert into phone_numbers (id, matter_id, contact_id, position, type, number, e164)
      values ('phone_0123456789ABCDEF0123456789ABCDEF', ${matter_id}, ${main}, 1, 'mobile', '(512) 555-0142', '+15125550142')`)
    await tx.run(sql`
      insert into email_addresses (id, matter_id, contact_id, position, type, email)
      values ('email_0123456789ABCDEF0123456789ABCDEF', ${matter_id}, ${main}, 9, 'home', 'siobhan@oneil.example')`)
    await tx.run(sql`
      insert into addresses (id, matter_id, contact_id, position, type, street, city, state, postal_code)
      values ('address_0123456789ABCDEF0123456789ABCDEF', ${matter_id}, ${main}, 1, 'home', '12 Larkspur Lane', 'Austin',
              'TX', '78701')`)
  })
  return { ...intake }
}

test("a person is found by every name, in any spelling", async () => {
  const { firm } = await newSearched()
  for (const words of [
    "Siobhán O’Neil-Ștefănescu",
    "siobhan oneil stefanescu",
    "O'Neil",
    "STEFANESCU siobhan",
    "siob",
    "o’neil-ștef",
  ])
    assert.ok((await find(firm, words)).includes("name: Siobhán O’Neil-Ștefănescu"), words)
  assert.deepEqual(await find(firm, "wojcik"), ["also_known_as: Jane Wójcik"])
})

test("a name is found with a letter wrong, missing, added, or swapped with the next in each word", async () => {
  const { firm } = await newSearched()
  for (const words of [
    "siobahn",
    "sobhan stefanesku",
    "siobhaan steffanescu",
    "tsefanescu siobhna",
    "xiobhan oneil",
    "siobahn stef",
    "wojick jane",
    "larkpsur",
  ])
    assert.ok((await find(firm, words)).length > 0, words)
  for (const words of ["zebulon", "siobahn zebulon", "siob jnae", "12 larkspur 78702"])
    assert.deepEqual(await find(firm, words), [], words)
})

test("a long name is found with a second letter too many, but not in place of a closer one", async () => {
  const { firm, main } = await newSearched()
  const call = (last_name: string) =>
    firm.run((tx) => changeContact(tx, main, [{ field: "last_name", value: last_name }]))
  await call("Steven")
  assert.ok((await find(firm, "stephen")).includes("name: Siobhán Steven"))
  await firm.run((tx) => changeContact(tx, main, [{ field: "also_known_as", value: "Jane Stephan" }]))
  assert.deepEqual(await find(firm, "stephen"), ["also_known_as: Jane Stephan"])
})

test("a name is found whether its short words are written apart or together", async () => {
  const { firm, main } = await newSearched()
  const call = (name: string) =>
    firm.run((tx) => changeContact(tx, main, [{ field: "also_known_as", value: name }]))
  await call("Maria de la Cruz")
  for (const words of ["delacruz", "maria delacruz", "maria delacrux", "maria dela cruz"])
    assert.deepEqual(await find(firm, words), ["also_known_as: Maria de la Cruz"], words)
  await call("Ronald McDonald")
  for (const words of ["mc donald", "ronald mc donlad"])
    assert.deepEqual(await find(firm, words), ["also_known_as: Ronald McDonald"], words)
})

test("if no entry has all the words, those with some of them are found, the most similar first", async () => {
  const { firm, matter_id } = await newSearched()
  for (const words of [
    "jane mary wojcik",
    "dr jane wojick",
    "wojcik jane countess",
    "jane countess",
    "countess wojick",
  ])
    assert.deepEqual((await findPartial(firm, words))[0], "Jane Wójcik", words)
  await firm.run(async (tx) => {
    for (const [first_name, last_name] of [
      ["Patrick", "O’Neil"],
      ["Walter", "O'Neil"],
      ["Li", "Shevchenko"],
    ] as const)
      await addContact(tx, matter_id, { relationship_type: "2CHLD", first_name, last_name })
  })
  assert.match(
    (await findPartial(firm, "shevon oneil"))[0] ?? "",
    /^(O’Neil-Ștefănescu, Siobhán|Siobhán O’Neil-Ștefănescu)$/,
  )
  assert.deepEqual(await findPartial(firm, "patrik walsh"), ["Patrick O’Neil"])
  assert.deepEqual((await findPartial(firm, "12 larkspur 78702"))[0], "12 Larkspur Lane, Austin, TX")
  assert.deepEqual(await findPartial(firm, "zebulon quux"), [])
  assert.deepEqual(await findPartial(firm, "zebulon"), [])
})

test("an address is found with its words spelled out or abbreviated, both ways", async () => {
  const { firm } = await newSearched()
  const moveTo = (street: string) => firm.write(sql`update addresses set street = ${street}`)
  const wanted: [string, string[]][] = [
    [
      "12 Larkspur Lane",
      ["larkspur ln", "12 Larkspur Ln.", "larkspur lane", "larkspur lan", "12 larkspur ln austin"],
    ],
    [
      "7 N. Mount Vernon Ave Apt 4",
      ["7 north mt vernon avenue", "vernon av #4", "mount vernon apartment 4", "7 n mount vernon unit 4"],
    ],
    [
      "300 Saint Charles Blvd., #2B",
      ["st charles boulevard", "300 st. charles blvd apt 2b", "saint charles suite 2b"],
    ],
    ["41 West Fifth St", ["41 w 5th street", "w. fifth st", "5th st"]],
    ["8 Hauptstr", ["8 hauptstr"]],
    ["9 Old Post Rd", ["old post road", "9 old post rd"]],
  ]
  for (const [street, spellings] of wanted) {
    await moveTo(street)
    for (const words of spellings)
      assert.deepEqual(await find(firm, words), [`address: ${street}, Austin, TX`], `${street}: ${words}`)
  }
  assert.deepEqual(await find(firm, "old post lane"), [])
})

test("a Chinese, Japanese or Korean name is found with or without the space, either name first", async () => {
  const { firm, main } = await newSearched()
  const wanted: [string, string, string[]][] = [
    ["美玲", "李", ["李美玲", "美玲李", "李 美玲", "美玲 李", "李美", "美玲", "李"]],
    ["太郎", "山田", ["山田太郎", "山田 太郎", "太郎山田", "山田", "太郎"]],
    ["민수", "김", ["김민수", "김 민수", "민수"]],
    ["", "王小明", ["王小明", "王 小明", "小明", "小明王"]],
    ["マイケル", "スミス", ["スミスマイケル", "マイケル・スミス", "ﾏｲｹﾙ"]],
  ]
  for (const [first_name, last_name, spellings] of wanted) {
    await firm.run((tx) =>
      changeContact(tx, main, [
        { field: "first_name", value: first_name },
        { field: "last_name", value: last_name },
      ]),
    )
    const name = `name: ${[first_name, last_name].filter(Boolean).join(" ")}`
    for (const words of spellings) assert.ok((await find(firm, words)).includes(name), `${name}: ${words}`)
  }
  assert.deepEqual(await find(firm, "李小明"), [])
})

test("a name is found with a space too many or missing, and its words in any order", async () => {
  const { firm, main } = await newSearched()
  const call = (name: string) =>
    firm.run((tx) => changeContact(tx, main, [{ field: "also_known_as", value: name }]))
  const wanted: [string, string[]][] = [
    [
      "Maryann Fitz Gerald",
      ["mary ann fitzgerald", "fitzgerald mary ann", "maryann fitzgerald", "Mary-Ann Fitz-Gerald"],
    ],
    ["Mary Ann Vandenberg", ["maryann van den berg", "vandenberg maryann", "mary annvandenberg"]],
    ["Conor O’Brien", ["O Brien", "obrien conor", "conor o brien", "conorobrien", "o' brien"]],
    ["Jean-Luc d’Angelo", ["jeanluc dangelo", "d angelo jean luc", "angelo"]],
  ]
  for (const [name, spellings] of wanted) {
    await call(name)
    for (const words of spellings)
      assert.ok((await find(firm, words)).includes(`also_known_as: ${name}`), `${name}: ${words}`)
  }
})

test("a phone is found in any spelling, and by its last digits", async () => {
  const { firm } = await newSearched()
  for (const words of [
    "5125550142",
    "(512) 555-0142",
    "+1 512 555 0142",
    "512.555.0142",
    "5550142",
    "555-0142",
    "0142",
    "001 512 555 0142",
    "512-555-0142 x12",
    "512-555-0142 ext. 12",
    "Tel. 512 555-0142",
    "tel:+1-512-555-0142",
    "５１２ ５５５ ０１４２",
  ])
    assert.deepEqual(await find(firm, words), ["phone: (512) 555-0142"], words)
  for (const words of ["5550143", "0143", "142", "00142", "0142 Elm"])
    assert.deepEqual(await find(firm, words), [], words)
})

test("emails, addresses, assets and files are found by their content", async () => {
  const { firm, ids, ...intake } = await newSearched()
  await firm.run((tx) =>
    addAsset(tx, intake.matter_id, { for_fin_category: ids.home, identifier_value: "Cabin at Bear Lake" }),
  )
  await firm.run((tx) => markStarted(tx, intake.matter_id))
  await upload(service, { ...intake, ids }, { request_id: ids.statements }, "Statement-2025.txt", "May")
  assert.equal((await find(firm, "siobhan@oneil.example"))[0], "email: siobhan@oneil.example")
  assert.deepEqual(await find(firm, "larkspur austin"), ["address: 12 Larkspur Lane, Austin, TX"])
  assert.deepEqual(await find(firm, "bear lake"), ["asset: Cabin at Bear Lake"])
  assert.deepEqual(await find(firm, "statement 2025"), ["document: Statement-2025.txt"])
})

test("a complete id finds its record, in either case", async () => {
  const { firm, matter_id, main } = await newSearched()
  await firm.run((tx) => markStarted(tx, matter_id))
  const { id } = await firm.one<{ id: string }>(sql`select id from events limit 1`)
  assert.deepEqual(await find(firm, matter_id), ["matter: O’Neil-Ștefănescu, Siobhán"])
  assert.deepEqual(await find(firm, main.toLowerCase()), ["name: Siobhán O’Neil-Ștefănescu"])
  assert.deepEqual(await find(firm, id), [`event: ${id}`])
  assert.deepEqual(await find(firm, `${matter_id.slice(0, -1)}Z`), [])
})

test("full names rank before names that start with the term, and those before similar spellings", async () => {
  const { firm, matter_id, main, spouse, child, other_child } = await newFirmWithIntake(service)
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, "Unrelated")
    for (const [id, first_name, last_name] of [
      [main, "Ann", "Smyth"],
      [spouse, "Ann", "Smithson"],
      [child, "Ann", "Smith"],
      [other_child, "Zoe", "Zebra"],
    ] as const)
      await changeContact(tx, id, [
        { field: "first_name", value: first_name },
        { field: "last_name", value: last_name },
      ])
  })
  assert.deepEqual(await find(firm, "ann smith"), [
    "name: Ann Smith",
    "name: Ann Smithson",
    "name: Ann Smyth",
  ])
})

test("changed or removed text is not found, nor is a deleted matter until it is restored", async () => {
  const { firm, matter_id, main } = await newSearched()
  await firm.run((tx) => changeContact(tx, main, [{ field: "also_known_as", value: "Jane Doe" }]))
  assert.deepEqual(await find(firm, "wojcik"), [])
  assert.deepEqual(await find(firm, "jane doe"), ["also_known_as: Jane Doe"])
  const entries = () =>
    firm.all(sql`select * from search_entries where matter_id = ${matter_id} order by record_id, kind`)
  const before = await entries()
  assert.ok(before.length > 5)
  const deletion_id = await firm.run(async (tx) => {
    await closeMatter(tx, matter_id)
    return deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
  })
  assert.deepEqual(await entries(), [])
  assert.deepEqual(await find(firm, "jane doe"), [])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion_id))
  assert.deepEqual(await entries(), before)
})

test("a member limited to assigned matters finds nothing in others, and no firm finds another's data", async () => {
  const { firm, matter_id } = await newSearched()
  const { user_id } = firm.admin
  assert.deepEqual(await find(firm, "larkspur", user_id), [])
  assert.deepEqual(await find(firm, matter_id, user_id), [])
  await firm.run((tx) => assignMatter(tx, matter_id, user_id))
  assert.equal((await find(firm, "larkspur", user_id)).length, 1)
  assert.deepEqual(await find(await service.newFirm(), "larkspur"), [])
})

test("a client cannot read the index, even for their own matter, and still updates it", async () => {
  const { firm, matter_id, main, client } = await newSearched()
  const seen = await firm.run(async (tx) => {
    await tx.run(sql`select set_config('foyer.matter_id', ${matter_id}, true)`)
    await changeContact(tx, main, [{ field: "also_known_as", value: "Clementine" }])
    const { count } = await tx.one<{ count: number }>(sql`select count(*) from search_entries`)
    const found = await searchEntries(tx, "siobhan", { assignee_id: null, limit: 5 })
    return { count, found }
  }, client)
  assert.deepEqual(seen, { count: 0, found: [] })
  assert.deepEqual(await find(firm, "clementine"), ["also_known_as: Clementine"])
})

test("the index contains no answer, encrypted or not", async () => {
  const { firm, matter_id, main, ids } = await newSearched()
  await firm.run(async (tx) => {
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "Marzipan" })
  })
  for (const words of ["078-05-1120", "078051120", "1120", "marzipan"])
    assert.deepEqual(await find(firm, words), [], words)
})

test("a search term is taken literally, including marks of patterns, quotes and SQL", async () => {
  const { firm } = await newSearched()
  for (const words of [
    "%",
    "_",
    "%%%%",
    "\\",
    "'; drop table matters; --",
    "$x",
    "%s%I",
    "a'b",
    "x".repeat(5_000),
    "\u{1F600}",
  ])
    assert.deepEqual(await find(firm, words), [], words)
})
