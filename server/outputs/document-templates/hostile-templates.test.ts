// Templates made to load something, to run something, or to take forever; and what real programs write, which must pass.
import assert from "node:assert/strict"
import { test } from "node:test"
import { sampleWordFile } from "../../../test/harness/sample-word-file.ts"
import { unpack } from "./archive.ts"
import { checkContent } from "./content-check.ts"
import { TemplateRefused } from "./template-refused.ts"
import { fillTemplate, findFaults, readParagraphs } from "./word-work.ts"

const sender = { firm_id: "firm", user_id: "author" }
const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const relations = "http://schemas.openxmlformats.org/package/2006/relationships"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

type More = Record<string, string | Buffer>

/** The sentence that refuses a file with these parts; undefined if it is taken. */
async function refusalOf(
  more: More,
  paragraphs: readonly string[] = ["Dear client,"],
): Promise<string | undefined> {
  try {
    await checkContent(await unpack(await sampleWordFile(paragraphs, { more })))
    return undefined
  } catch (error) {
    assert.ok(error instanceof TemplateRefused, String(error))
    return error.message
  }
}

async function assertRefused(more: More, sentence: RegExp): Promise<void> {
  assert.match((await refusalOf(more)) ?? "taken", sentence, JSON.stringify(more).slice(0, 400))
}

const document = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${w}" xmlns:r="${office}" xmlns:v="urn:v" xmlns:a="urn:a"><w:body>${inside}</w:body></w:document>`
const related = (inside: string) => ({
  "word/_rels/settings.xml.rels": `<Relationships xmlns="${relations}">${inside}</Relationships>`,
})

test("what Word would load through a relationship is refused, however it is written", async () => {
  const type = (name: string) => `${office}/${name}`
  for (const relationship of [
    `<Relationship Id="a" Type="${type("image")}" Target="http://evil.example/x.png?>" TargetMode="External"/>`,
    `<Relationship Id="r>9" Type="${type("attachedTemplate")}" Target="https://evil.example/t.dotm" TargetMode="External"/>`,
    `<Relationship TargetMode='External' Target='https://evil.example/t.dotm' Type='${type("attachedTemplate")}' Id='a'/>`,
    `<p:Relationship xmlns:p="${relations}" Id="a" Type="${type("image")}" Target="//evil.example/x" TargetMode="External"></p:Relationship>`,
    `<Relationship\n\tId="a"\n\tType="${type("image")}"\n\tTarget="\\\\evil.example\\x"\r\n TargetMode="External" />`,
    `<Relationship Id="a" Type="${type("frame")}" Target="&#104;ttp://evil.example" TargetMode="&#x45;xternal"/>`,
    `<Relationship Id="a" Type="${type("image")}" Target="http://evil.example" TargetMode=" EXTERNAL "/>`,
    `<Relationship Id="a" Type="${type("image")}" Target="http://evil.example" TargetMode="Elsewhere"/>`,
    `<Relationship Id="a" Type="${type("image")}" Target="http://evil.example/x.png"/>`,
    `<Relationship Id="a" Type="${type("image")}" Target=" file://server/share/x.png" TargetMode="Internal"/>`,
    `<Relationship Id="a" Type="${type("image")}" Target="file:///c:/pictures/x.png" TargetMode="External"/>`,
    `<Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/attachedTemplate" Target="http://evil.example" TargetMode="External"/>`,
    `<Relationship Id="a" Type="${type("mailMergeSource")}" Target="file:///c:/x.mdb" TargetMode="External"/>`,
    `<!-- x --><![CDATA[ ]]><Relationship Id="a" Type="${type("subDocument")}" Target="part.docx" TargetMode="External"/>`,
  ])
    await assertRefused(related(relationship), /from another location/)
  for (const name of ["oleObject", "package", "control", "aFChunk", "subDocument", "frame"])
    await assertRefused(
      related(`<Relationship Id="a" Type="${type(name)}" Target="x/y.bin"/>`),
      /embedded object/,
    )
  await assertRefused(
    related(
      `<Relationship Id="a" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="x.bin"/>`,
    ),
    /macros/,
  )
})

test("what Word would load without a relationship is refused", async () => {
  for (const [inside, sentence] of [
    [
      `<w:p><w:r><w:pict><v:imagedata src="http://evil.example/x.png"/></w:pict></w:r></w:p>`,
      /another location/,
    ],
    [`<w:p><w:r><w:pict><v:fill v:src='&#x68;ttp://evil.example'/></w:pict></w:r></w:p>`, /another location/],
    [`<w:p><w:r><w:pict><v:imagedata r:href="rId7"/></w:pict></w:r></w:p>`, /linked picture/],
    [`<w:p><w:r><a:blip r:embed="rId7" r:link="rId8"/></w:r></w:p>`, /linked picture/],
    [`<w:altChunk r:id="rId9"/>`, /embedded object/],
    [
      `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:o" Type="Link"/></w:object></w:r></w:p>`,
      /embedded object/,
    ],
    [`<w:p><w:r><w:control r:id="rId3"/></w:r></w:p>`, /embedded object/],
  ] as const)
    await assertRefused({ "word/document.xml": document(inside) }, sentence)
  await assertRefused(
    {
      "word/settings.xml": `<w:settings xmlns:w="${w}"><w:mailMerge><w:query w:val="SELECT 1"/></w:mailMerge></w:settings>`,
    },
    /mail merge/,
  )
})

test("SVG pictures that load or run something are refused, and others are taken", async () => {
  const svg = (inside: string) => ({
    "word/media/image1.svg": `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`,
  })
  for (const inside of [
    `<image xlink:href="http://evil.example/x.png"/>`,
    `<image href="//evil.example/x.png"/>`,
    `<image href="data:image/svg+xml;base64,PHN2Zy8+"/>`,
    `<use href="other.svg#part"/>`,
    `<style>@import url(http://evil.example/x.css);</style>`,
    `<style>@\\69mport "http://evil.example/x.css";</style>`,
    `<style><![CDATA[.a{fill:url( "http://evil.example/x.svg#a")}]]></style>`,
    `<rect style="fill:url(http://evil.example/x.svg#a)"/>`,
    `<rect fill="url('//evil.example/x.svg#a')"/>`,
    `<script>alert(1)</script>`,
    `<rect onload="alert(1)"/>`,
    `<foreignObject/>`,
    `<a href="javascript:alert(1)"/>`,
    `<image href="#"><set attributeName="href" to="http://evil.example/x.png"/></image>`,
    `<h:video xmlns:h="http://www.w3.org/1999/xhtml" poster="http://evil.example/x.png"/>`,
    `<a ping="http://evil.example/x" href="https://firm.example/"/>`,
    `<rect fill="\\75rl(http://evil.example/x.svg#a)"/>`,
  ])
    await assertRefused(svg(inside), /SVG.*another location/)
  const before = (start: string, inside = "") => ({
    "word/media/image1.svg": `${start}<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`,
  })
  await assertRefused(before(`<?xml-stylesheet href="http://evil.example/x.css"?>`), /load “xml-stylesheet”/)
  const refused_types = [
    `<!DOCTYPE svg SYSTEM "http://evil.example/x.dtd">`,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/x.dtd">`,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "http://evil.example/x">]>`,
  ]
  for (const type of refused_types) await assertRefused(before(type), /./)
  const types = [
    "<!DOCTYPE svg>",
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">`,
  ]
  const drawn = `<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:export-filename="C:\\logo.png"/>`
  for (const type of types) assert.equal(await refusalOf(before(type, drawn)), undefined, type)
  const harmless = `<style>.a{fill:#fff} .b{fill:url(#shadow)}</style><a href="https://firm.example/"><rect class="a" fill="url(#shadow)"/></a><image xlink:href="data:image/png;base64,iVBORw0KGgo="/><use href="#shadow"/><animate attributeName="x" from="0" to="5"/>`
  assert.equal(await refusalOf(svg(harmless)), undefined)
})

test("a picture whose relationship is a hyperlink is refused, a link is not", async () => {
  const relation = {
    "word/_rels/document.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId5" Type="${office}/hyperlink" Target="http://evil.example/x.png" TargetMode="External"/></Relationships>`,
  }
  const holding = (inside: string) => ({ ...relation, "word/document.xml": document(`<w:p>${inside}</w:p>`) })
  await assertRefused(holding(`<w:r><w:pict><v:imagedata r:id="rId5"/></w:pict></w:r>`), /linked picture/)
  await assertRefused(holding(`<w:r><a:blip r:embed="rId5"/></w:r>`), /linked picture/)
  assert.equal(await refusalOf(holding(`<w:hyperlink r:id="rId5"><w:r/></w:hyperlink>`)), undefined)
})

test("the number of runs is bounded before any is filled", async () => {
  const runs = (count: number) => ({
    "word/document.xml": document(`<w:p>${run(`<w:t>a</w:t>`).repeat(count)}</w:p>`),
  })
  await assertRefused(runs(40_001), /more than 40,000 pieces/)
  assert.equal(await refusalOf(runs(39_999)), undefined)
})

test("another program's placeholders are named in a file without fields, and words in quotation marks are not", async () => {
  const text = { kind: "text", description: "" } as const
  const fields = { client: { kind: "group", description: "", fields: { full_name: text } } } as const
  const braced = (name: string) => `$\{${name}}`
  const faultsOf = async (...paragraphs: string[]) =>
    findFaults(await sampleWordFile(paragraphs), fields, sender)
  for (const written of [
    braced("client.full_name"),
    "«client.full_name»",
    "{client.full_name}",
    "<<Client Full_Name>>",
  ])
    assert.deepEqual((await faultsOf("Dear client,", `Dear ${written},`)).length, 1, written)
  assert.match(
    (await faultsOf(`Dear ${braced("client.full_nam")},`)).join(),
    /^No fields found\. Did you mean \{\{client\.full_name\}\} instead of \$\{client\.full_nam\}\?/,
  )
  assert.deepEqual(await faultsOf("Su casa se llama «La Esperanza» {1}."), [])
  assert.deepEqual(await faultsOf("{{client.full_name | “UPPER” }}", "and {other}"), [])
})

const run = (inside: string) => `<w:r>${inside}</w:r>`
const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
const code = (text: string) => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`)
const shown = (text: string) => run(`<w:t>${text}</w:t>`)

/** A field in the ways that Word reads it. */
function spellings(name: string): string[] {
  const [half, rest] = [name.slice(0, 3), name.slice(3)]
  const target = ` "http://evil.example/x" \\d `
  const complex = (codes: string) => `${mark("begin")}${codes}${mark("separate")}${shown("x")}${mark("end")}`
  return [
    complex(code(` ${name}${target}`)),
    complex(code(`${name.toLowerCase()}\t${target}`)),
    complex(code(half) + run("<w:rPr><w:b/></w:rPr><w:instrText/>") + code(rest) + code(target)),
    complex([...` ${name}`].map(code).join("") + code(target)),
    complex(code(`<![CDATA[ ${half}]]>${rest}&#32;${target}`)),
    complex(code(`&#x${name.charCodeAt(0).toString(16)};<!-- -->${name.slice(1)}${target}`)),
    complex(run(`<w:delInstrText> ${name}${target}</w:delInstrText>`)),
    complex(shown(name) + code(target)),
    complex(code(" ")).replace(mark("separate"), mark("separate") + code(`${name}${target}`)),
    `${mark("begin")}${code(` ${name}${target}`)}`,
    complex(code(` IF 1 = 1 `) + complex(code(` ${name}${target}`))),
    `<w:fldSimple w:instr=' ${name} "x"'><w:r><w:t>x</w:t></w:r></w:fldSimple>`,
    `<w:fldSimple w:instr="&#32;${half}&#${rest.charCodeAt(0)};${rest.slice(1)} x"/>`,
    `<w:fldSimple w:instr="PAGE"><w:fldSimple w:instr="${name} x"/></w:fldSimple>`,
  ].map((spelling) => `<w:p>${spelling}</w:p>`)
}

test("fields that load something are refused in every spelling and every part", async () => {
  for (const name of [
    "INCLUDEPICTURE",
    "INCLUDETEXT",
    "DDE",
    "DDEAUTO",
    "LINK",
    "DATABASE",
    "IMPORT",
    "EMBED",
    "MACROBUTTON",
  ])
    for (const spelling of spellings(name))
      await assertRefused(
        { "word/document.xml": document(spelling) },
        new RegExp(`^(?:The field ${name} would|A field's name)`),
      )
  const [spelling = ""] = spellings("DDEAUTO")
  for (const part of ["header9", "footer9", "footnotes", "endnotes", "comments", "glossary/document", "any"])
    await assertRefused({ [`word/${part}.xml`]: document(spelling) }, /DDEAUTO would/)
  await assertRefused(
    { "word/document.xml": document(spelling).replaceAll("w:", "x1:").replaceAll(`:w=`, ":x1=") },
    /DDEAUTO would/,
  )
  await assertRefused(
    {
      "word/document.xml": document(spelling)
        .replaceAll("<w:", "<")
        .replaceAll("</w:", "</")
        .replace(":w=", "="),
    },
    /DDEAUTO would/,
  )
})

test("a field whose name another field makes up is refused", async () => {
  const quote = `${mark("begin")}${code(' QUOTE "CLUDEPICTURE" ')}${mark("separate")}${shown("CLUDEPICTURE")}${mark("end")}`
  for (const before of ["", " ", "IN", " IN"]) {
    const field = `${mark("begin")}${code(before)}${quote}${code(' "http://evil.example"')}${mark("end")}`
    await assertRefused({ "word/document.xml": document(`<w:p>${field}</w:p>`) }, /made up by another field/)
  }
})

test("declarations, other encodings and damaged XML are refused", async () => {
  const xml = document("<w:p/>")
  const dtd = `<!DOCTYPE w:document [<!ENTITY e "External">]>`
  await assertRefused({ "word/document.xml": xml.replace("?>", `?>${dtd}`) }, /DTD/)
  await assertRefused(related(`<!DOCTYPE a SYSTEM "http://evil.example/a.dtd">`), /DTD/)
  for (const encoding of ["UTF-16", "utf-7", "ISO-8859-1", "windows-1252", "IBM037"])
    await assertRefused({ "word/document.xml": xml.replace("UTF-8", encoding) }, /not encoded as UTF-8/)
  await assertRefused({ "word/document.xml": xml.replace(`"UTF-8"`, "'Shift_JIS'") }, /not encoded as UTF-8/)
  for (const bytes of [
    Buffer.from(`\ufeff${xml}`, "utf16le"),
    Buffer.from(xml, "utf16le"),
    Buffer.from(`\ufeff${xml}`, "utf16le").swap16(),
    Buffer.concat([Buffer.from(xml), Buffer.from([0xff])]),
  ])
    for (const part of ["word/document.xml", "word/_rels/settings.xml.rels", "word/other.bin"])
      await assertRefused({ [part]: bytes }, /UTF-8/)
  for (const broken of [
    "<a",
    "<a>",
    "<a></b>",
    `<a b="1" b="2"/>`,
    "<a b=c/>",
    `<a b="1"c="2"/>`,
    "<a b/>",
    "plain",
    "<a/>text",
  ])
    await assertRefused({ "word/document.xml": broken }, /damaged/)
})

test("macros, controls and embedded objects are refused by their content types, whatever they are called", async () => {
  const typed = (name: string, type: string) => ({
    "[Content_Types].xml": `<Types><Default Extension="XML" ContentType="application/xml"/><Default Extension="rels" ContentType="application/xml"/><Override PartName="/WORD/${name}" ContentType="${type}"/></Types>`,
    [`word/${name.toLowerCase()}`]: name.endsWith("xml") ? "<a/>" : "bytes",
  })
  for (const [name, type] of [
    ["document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml"],
    ["document.xml", "application/vnd.ms-word.template.MacroEnabledTemplate.main+xml"],
    ["picture.png", "application/vnd.ms-office.vbaProject"],
    ["data.xml", "application/vnd.ms-word.vbaData+xml"],
  ] as const)
    await assertRefused(typed(name, type), /macros/)
  for (const [name, type] of [
    ["a.bin", "application/vnd.openxmlformats-officedocument.oleObject"],
    ["a.xml", "application/vnd.ms-office.activeX+xml"],
    ["a.bin", "application/vnd.ms-office.activeX; x=1"],
    ["a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["a.html", "text/html"],
    ["a.exe", "application/x-msdownload"],
  ] as const)
    await assertRefused(typed(name, type), /embedded object or a control/)
})

test("depth, the number of parts and double names are bounded", async () => {
  const nested = (levels: number) => document("<w:p>".repeat(levels) + "</w:p>".repeat(levels))
  await assertRefused({ "word/document.xml": nested(100_000) }, /too deeply/)
  await assertRefused({ "word/document.xml": nested(249) }, /too deeply/)
  assert.equal(await refusalOf({ "word/document.xml": nested(200) }), undefined)
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`word/media/${n}.png`, "x"]))
  await assertRefused(many(2_000), /too many parts/)
  await assertRefused({ "WORD/Document.XML": "<a/>" }, /twice/)
})

test("a hostile file is refused in its process, and the next one is read", async () => {
  const levels = 200_000
  const bomb = { "word/document.xml": document("<w:p>".repeat(levels) + "</w:p>".repeat(levels)) }
  assert.match((await findFaults(await sampleWordFile([], { more: bomb }), {}, sender)).join(), /too deeply/)
  await assert.rejects(fillTemplate(await sampleWordFile([], { more: bomb }), {}, sender), /too deeply/)
  assert.deepEqual(await findFaults(await sampleWordFile(["Dear client,"]), {}, sender), [])
})

test("an archive that shows each program something else is refused", async () => {
  const file = await sampleWordFile(["{{name}}"])
  const directory = Buffer.alloc(22)
  directory.write("PK\x05\x06", "latin1")
  // A second, empty directory in the comment of the first.
  file.writeUInt16LE(directory.length, file.length - 2)
  const hiding = Buffer.concat([file, directory])
  assert.match((await findFaults(hiding, {}, sender)).join(), /damaged/)
  await assert.rejects(fillTemplate(hiding, {}, sender), /damaged/)
})

test("what Word, LibreOffice and Google Docs write is taken, and filled", async () => {
  const page = `${mark("begin")}${code(" PAGE \\* MERGEFORMAT ")}${mark("separate")}${shown("1")}${mark("end")}`
  const formula = `${mark("begin")}${code("=")}${page}${code("+1")}${mark("separate")}${shown("2")}${mark("end")}`
  const link = `<w:hyperlink r:id="rId5"><w:r><w:t>our page</w:t></w:r></w:hyperlink>${mark("begin")}${code(' HYPERLINK "https://firm.example" ')}${mark("separate")}${shown("link")}${mark("end")}`
  const split = `<w:r w:rsidR="00A1"><w:t>{{</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:rPr><w:b/></w:rPr><w:t>na</w:t></w:r><w:bookmarkStart w:id="0" w:name="_GoBack"/><w:r><w:t xml:space="preserve">me }}</w:t></w:r>`
  const row = (cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr><w:p><w:r><w:t>${cell}</w:t></w:r></w:p></w:tc>`).join("")}</w:tr>`
  const table = `<w:tbl><w:tblPr/>${row(["{{#children}}{{child}}", "{{born}}{{/children}}"])}</w:tbl>`
  const box = `<w:p><w:r><mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice Requires="wps"><w:drawing><a:blip r:embed="rId6"/></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape href="https://firm.example"><v:imagedata r:id="rId6" o:title="" xmlns:o="urn:o"/><v:textbox><w:txbxContent><w:p>${split}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`
  const file = await sampleWordFile([], {
    header: "{{name}}",
    more: {
      "word/document.xml": `\ufeff${document(`<w:p>Dear ${split}${page}${formula}</w:p><w:p>${link}</w:p>${table}${box}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>`)}`,
      "word/_rels/document.xml.rels": `<?xml version='1.0' encoding='utf-8'?>\n<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/header" Target="header1.xml"/><Relationship Id="rId5" Type="${office}/hyperlink" Target="https://firm.example/" TargetMode="External"/><Relationship Id="rId6" Type="${office}/image" Target="/word/media/image1.png"/><Relationship Id="rId7" Type="${office}/customXml" Target="../customXml/item1.xml"/></Relationships>`,
      "word/_rels/settings.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/attachedTemplate" Target="file:///C:\\Users\\ada\\Normal.dotm" TargetMode="External"/></Relationships>`,
      "word/media/image1.png": "\u0089PNG",
      "word/media/drawing.svg": `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>`,
      "word/fonts/font1.odttf": "bytes",
      "word/printerSettings/printerSettings1.bin": "bytes",
      "docProps/app.xml": "<Properties/>",
      "customXml/item1.xml": `<b:Sources xmlns:b="urn:b" SelectedStyle="\\APA.XSL"/>`,
      "[Content_Types].xml": `<?xml version="1.0" encoding="utf-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.printerSettings"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/></Types>`,
    },
  })
  const values = {
    name: "Ada Smith",
    children: [
      { child: "Cleo", born: "1990" },
      { child: "Dan", born: "1992" },
    ],
  }
  const text = (kind: "text", description: string) => ({ kind, description })
  const fields = {
    name: text("text", ""),
    children: {
      kind: "list" as const,
      description: "",
      fields: { child: text("text", ""), born: text("text", "") },
    },
  }
  assert.deepEqual(await findFaults(file, fields, sender), [])
  const { docx, gaps } = await fillTemplate(file, values, sender)
  assert.deepEqual(gaps, [])
  const filled = await unpack(docx)
  assert.match(filled.get("word/header1.xml")?.toString() ?? "", /Ada Smith/)
  const paragraphs = await readParagraphs(docx, sender)
  assert.ok(paragraphs.includes("our pagelink"), paragraphs.join("|"))
  for (const cell of ["Cleo", "1990", "Dan", "1992"]) assert.ok(paragraphs.includes(cell), cell)
  assert.equal(paragraphs.filter((paragraph) => paragraph.includes("Ada Smith")).length, 2)
})
