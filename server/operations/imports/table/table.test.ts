import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { Failure } from "../../../platform/errors.ts"
import { encodingOf } from "./encoding.ts"
import { encodingDoubts } from "./encoding-doubts.ts"
import { decodeText, type Encoding } from "./encodings.ts"
import { max_import_bytes, max_import_rows, readTable } from "./table.ts"

function rowsOf(text: string): string[][] {
  const { header, rows } = readTable(Buffer.from(text))
  return [header, ...rows.map(({ cells }) => cells)]
}

function refusalOf(content: Uint8Array): string {
  try {
    readTable(content)
    return "read"
  } catch (error) {
    return error instanceof Failure ? (error.errors?.[0]?.message ?? "") : String(error)
  }
}

test("only a line that is too long is refused, and the refusal names it", () => {
  const long = "x".repeat(99_990)
  assert.deepEqual(rowsOf(`\nName,City\n${long},Rome\nAda,Rome`).slice(-1), [["Ada", "Rome"]])
  assert.match(refusalOf(Buffer.from(`Name\nAda\n${"x".repeat(100_001)}`)), /^Line 3 is too long/)
  assert.equal(refusalOf(Buffer.from(`Name\nAda\n${",".repeat(100_000)}`)).includes("too long"), false)
})

test("tables are read whatever their separator, quotation marks, line ends and empty cells", () => {
  const cases: [string, string[][]][] = [
    [
      '\uFEFFName,City\r\n"Ruiz, Ada",León\r\n\r\n',
      [
        ["Name", "City"],
        ["Ruiz, Ada", "León"],
      ],
    ],
    [
      "Name\tCity\nAda\tRome",
      [
        ["Name", "City"],
        ["Ada", "Rome"],
      ],
    ],
    [
      "Name|City\nAda|Rome",
      [
        ["Name", "City"],
        ["Ada", "Rome"],
      ],
    ],
    [
      "Name;City\rAda;Rome\r",
      [
        ["Name", "City"],
        ["Ada", "Rome"],
      ],
    ],
    [
      "sep=;\r\na;b\r\n1,5;2",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      '"sep=\t"\na\tb\n1\t2',
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "SEP=|\na|b,c\n1|2",
      [
        ["a", "b,c"],
        ["1", "2"],
      ],
    ],
    [
      '"Name, first";"Name, last"\nAda;Ruiz',
      [
        ["Name, first", "Name, last"],
        ["Ada", "Ruiz"],
      ],
    ],
    [
      '"a ""x, y""";b\n1;2',
      [
        ['a "x, y"', "b"],
        ["1", "2"],
      ],
    ],
    [
      'a,b\nRobert "Bob",2',
      [
        ["a", "b"],
        ['Robert "Bob"', "2"],
      ],
    ],
    [
      "a,b\n5' 10\",2\n3,4",
      [
        ["a", "b"],
        ["5' 10\"", "2"],
        ["3", "4"],
      ],
    ],
    [
      'a,b\n"Bob" Ruiz,2',
      [
        ["a", "b"],
        ['"Bob" Ruiz', "2"],
      ],
    ],
    [
      'a,b\n "Ada" , "Ruiz"',
      [
        ["a", "b"],
        ["Ada", "Ruiz"],
      ],
    ],
    [
      'a,b\n"x\r\ny",2',
      [
        ["a", "b"],
        ["x\ny", "2"],
      ],
    ],
    [
      "a,b,c\n1\n1,2",
      [
        ["a", "b", "c"],
        ["1", "", ""],
        ["1", "2", ""],
      ],
    ],
    [
      "a,b\n1,2,,,\n,,,\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b,,\n1,2,,",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,,\n1,2,",
      [
        ["a", ""],
        ["1", "2"],
      ],
    ],
    [
      "a,a\n1,2",
      [
        ["a", "a"],
        ["1", "2"],
      ],
    ],
    [
      'a,b\n="02134",\'+44 20',
      [
        ["a", "b"],
        ["02134", "+44 20"],
      ],
    ],
    ["a\n1\n2", [["a"], ["1"], ["2"]]],
  ]
  for (const [text, rows] of cases) assert.deepEqual(rowsOf(text), rows, text)
})

test("rows have the numbers that a spreadsheet shows, and cells beyond the header are kept", () => {
  const { rows } = readTable(Buffer.from('sep=,\n\na,b\n\n,,\n1,2\n"x\ny",2\n3,4,5\n'))
  assertEach(rows, ({ line }) => line, [5, 6, 7])
  assert.deepEqual(rows[2]?.cells, ["3", "4", "5"])
})

test("a file that is no table, or too large, is refused with what to do", () => {
  assert.match(refusalOf(Buffer.from("")), /Choose a file/)
  assert.match(refusalOf(Buffer.from("a,b\n")), /needs a header line/)
  assert.match(refusalOf(Buffer.from("PK\u0003\u0004\u0000\u0000abc\u0001\u0000")), /save it as CSV/)
  assert.equal(
    refusalOf(Buffer.from('a,b\n3,4\n"1,2\n5,6\n')),
    "Line 3 cannot be read. Look for an unclosed quotation mark.",
  )
  const rows = (count: number) => Buffer.from(`a\n${"1\n".repeat(count)}`)
  assert.equal(refusalOf(rows(max_import_rows)), "read")
  assert.match(refusalOf(rows(max_import_rows + 1)), /more than 5,000 lines/)
  assert.match(refusalOf(Buffer.alloc(max_import_bytes + 1, "a")), /larger than 5 MB/)
  assert.match(refusalOf(Buffer.from(`${"a,".repeat(251)}b\n${"1,".repeat(251)}2`)), /more than 250 columns/)
})

test("the encoding follows from the file, and can be chosen", () => {
  const words: Partial<Record<Encoding, readonly string[]>> = {
    "windows-1252": [
      "José León Müller",
      "O’Neil",
      "Søren Ærø",
      "Größe 5 €",
      "Peña",
      "João Simões",
      "Þór Guðjónsson",
    ],
    "windows-1250": [
      "Łukasz Wałęsa",
      "Jiří Dvořák",
      "Nagy Győző",
      "Đorđe Živković",
      "Şerban Tănase",
      "Łukasz Wójcik and Jiří Dvořák",
    ],
    "iso-8859-15": ["Œuvre Lefèvre", "Le Bœuf Noël"],
    cp850: ["José García", "Müller Böhm", "Ángel Núñez", "Françoise Châtelain"],
    "windows-1254": ["Ayşe Yıldız", "Gülşah Ağaoğlu"],
    "windows-1251": ["Иван Петров", "Олена Їжак", "Анна Щербакова"],
    "koi8-u": ["Иван Петров", "Наталья Щербакова"],
    ibm866: ["Иван Петров", "Наталья Щербакова"],
    "windows-1253": ["Γιώργος Παπαδόπουλος", "Ελένη Αθανασίου"],
    "windows-1255": ["דוד כהן", "מרים לוי"],
    "windows-1256": ["محمد الفاسي", "فاطمة الزهراء"],
    "windows-1257": ["Jānis Bērziņš", "Žydrūnas Ąžuolas"],
    "windows-874": ["สมชาย ใจดี"],
    gb18030: ["张伟 李娜", "王芳 刘洋 陈静"],
    big5: ["陳美玲 林志明", "黃淑芬 張家豪"],
    shift_jis: ["佐藤 健", "高橋 さくら", "スズキ ハナコ"],
    "euc-kr": ["김민준", "이서연 박지훈"],
    macintosh: ["García María", "Müller Böhm Straße", "Núñez", "Françoise d’Aubigné", "João Simões"],
    "utf-8": ["José", "日本", "Łukasz"],
  }
  for (const [encoding, texts] of Object.entries(words) as [Encoding, string[]][])
    for (const text of texts) {
      const content = Buffer.concat([Buffer.from("a\n"), encoded(text, encoding)])
      assert.equal(encodingOf(content), encoding, text)
      assert.equal(readTable(content).rows[0]?.cells[0], text)
    }
  // Names from several languages, also without a header.
  for (const [encoding, names] of [
    ["windows-1250", "Zoltán Kovács\nĐorđe Živković"],
    ["windows-1252", "Søren Ærø\nÅsa Öberg\nNúñez\nZoë"],
  ] as const)
    assert.equal(encodingOf(encoded(names, encoding)), encoding, names)
  const little = Buffer.from("\uFEFFa\tb\nŁ\tü\n", "utf16le")
  for (const content of [little, Buffer.from(little).swap16(), little.subarray(2)])
    assert.deepEqual(readTable(content).rows[0]?.cells, ["Ł", "ü"])
  const damaged = Buffer.concat([Buffer.from("José García Müller\n"), Buffer.from([0xe9, 0x0a])])
  assert.equal(encodingOf(damaged), "utf-8")
  assert.equal(readTable(encoded("a\nJirí Dvorák", "windows-1252"), "windows-1250").encoding, "windows-1250")
})

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text)
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodeText(Uint8Array.of(byte), encoding), [byte]]),
  )
  if (pairs.has(encoding))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++)
        bytes.set(decodeText(Uint8Array.of(lead, trail), encoding), [lead, trail])
  return Buffer.from([...text].flatMap((character) => bytes.get(character) ?? 0x3f))
}

const pairs = new Set<Encoding>(["gb18030", "big5", "shift_jis", "euc-kr"])

test("an encoding that was guessed is asked about where a word looks wrong, and once in another script", () => {
  const doubtsOf = (text: string, encoding: Encoding, chosen?: Encoding) => {
    const { rows, ...table } = readTable(encoded(`Name\n${text}`, encoding), chosen)
    const doubtOf = encodingDoubts(table)
    return rows.flatMap(({ cells }) => /“[^”]*”: is “([^”]*)”/.exec(doubtOf(cells) ?? "")?.[1] ?? [])
  }
  const western = "José\nMüller, Söhne & Co.\nO’Neil\n“Ada”\nRenée’s 5 €\nBjörk"
  assert.deepEqual(doubtsOf(western, "windows-1252"), [])
  assert.deepEqual(doubtsOf(`${western}\nPaweł\nKašička`, "windows-1252", "windows-1250"), [])
  // Names that another program stored in another encoding.
  assert.deepEqual(
    doubtsOf(`${western}\nSøren Nuñez\nFrançois\nL\u00b4Huillier\nJosÈ Ruiz`, "windows-1252"),
    ["L´Huillier", "JosÈ"],
  )
  assert.deepEqual(doubtsOf("Иван\nОлена", "windows-1251"), ["Иван"])
  assert.deepEqual(doubtsOf("Иван\nОлена", "windows-1251", "windows-1251"), [])
  assert.deepEqual(doubtsOf("José", "utf-8"), [])
})

test("the largest file of anything is read or refused at once: no step depends on more than its own bytes", () => {
  const hostile = [
    "\n",
    ",",
    '"',
    'x"',
    " ",
    "\t",
    ",\n",
    '"\n',
    "\r",
    ' ,"',
    "é",
    '"x"y,',
    '"x",\n',
    "\u0000",
  ]
  for (const piece of hostile) {
    const content = Buffer.from(`a,b\n${piece.repeat(max_import_bytes / 2 / piece.length)}`)
    const from = process.cpuUsage()
    refusalOf(content)
    const { user } = process.cpuUsage(from)
    // One step for each pair of bytes would take hours, and even a slow one for each byte is done in a few seconds.
    assert.ok(user < 20_000_000, `${JSON.stringify(piece)}: ${user / 1_000} ms`)
  }
})
