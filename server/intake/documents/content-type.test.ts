import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import fc from "fast-check"
import PDFDocument from "pdfkit"
import {
  sampleCompoundFile,
  sampleDocx,
  sampleHeif,
  sampleJpeg,
  samplePng,
  sampleWebp,
  sampleXlsx,
  sampleZip,
  wordStream,
  workbookStream,
} from "../../../test/harness/sample-files.ts"
import { uploadFaults } from "../../definition/faults/upload-faults.ts"
import { wordsIn } from "../../web/portal/words/words.ts"
import {
  acceptAttribute,
  accepted_extensions,
  type ContentType,
  contentTypeOf,
  inspection_bytes,
  inspectUpload,
  max_upload_bytes,
} from "./content-type.ts"
import { withExtension } from "./filename.ts"
import { bytesAt, type Upload } from "./formats/upload.ts"

const doc = sampleCompoundFile({ WordDocument: wordStream({ encrypted: false }) })
const xls = sampleCompoundFile({ Workbook: workbookStream({ encrypted: false }) })
const encryptedOffice = sampleCompoundFile({
  EncryptionInfo: Buffer.alloc(10),
  EncryptedPackage: Buffer.alloc(9000),
})
const pdf = await createPdf()
const text = Buffer.from("Last will of José Nuñez\r\n\tfirst page\n")

const samples: Record<string, [content: Buffer, content_type: string]> = {
  "photo.jpg": [sampleJpeg(), "image/jpeg"],
  "photo.JPEG": [sampleJpeg(600_000), "image/jpeg"],
  "picture.jfif": [sampleJpeg(), "image/jpeg"],
  "old.jpe": [sampleJpeg(), "image/jpeg"],
  "old.jif": [sampleJpeg(), "image/jpeg"],
  "old.pjpeg": [sampleJpeg(), "image/jpeg"],
  "old.pjp": [sampleJpeg(), "image/jpeg"],
  "android.webp": [sampleWebp(), "image/webp"],
  "scan.png": [samplePng(), "image/png"],
  "IMG_0001.HEIC": [sampleHeif(), "image/heic"],
  "img.heif": [sampleHeif("mif1\0\0\0\0mif1heic"), "image/heif"],
  "DSCF1.HIF": [sampleHeif("mif1\0\0\0\0mif1heic"), "image/heif"],
  "deed.pdf": [pdf, "application/pdf"],
  "will.doc": [doc, "application/msword"],
  "will.docx": [sampleDocx(), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  "assets.xls": [xls, "application/vnd.ms-excel"],
  "assets.xlsx": [sampleXlsx(), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  "notes.txt": [text, "text/plain"],
  "notes.text": [text, "text/plain"],
}

/** The usual extension of the format of each sample. */
const usual = (name: string) => {
  const extension = name.toLowerCase().replace(/.*\./, "")
  const same = { jpg: /^(jpeg|jfif|jpe|jif|pjpeg|pjp)$/, heic: /^(heif|hif)$/, txt: /^text$/ }
  return Object.entries(same).find(([, others]) => others.test(extension))?.[0] ?? extension
}

/** What people call each type. */
const called: Record<ContentType, RegExp> = {
  ...{
    "image/jpeg": /JPEG/,
    "image/png": /PNG/,
    "image/webp": /WebP/,
    "image/heic": /HEIC/,
    "image/heif": /HEIC/,
  },
  ...{ "application/pdf": /PDF/, "text/plain": /te?xto?/i },
  ...{ "application/msword": /Word/, "application/vnd.ms-excel": /Excel/ },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": /Word/,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": /Excel/,
}

test("every text about uploads names every accepted type, and their limit", () => {
  const guide = readFileSync(new URL("../../../docs/guides/staff/documents.md", import.meta.url), "utf8")
  const [en, es] = [wordsIn("en").documents, wordsIn("es").documents]
  const limit = new RegExp(`${max_upload_bytes / 1024 / 1024} MB`)
  const lists = [uploadFaults.wrong_type, en.hint, es.hint, en.faults.wrong_type, es.faults.wrong_type, guide]
  for (const text of lists) for (const name of Object.values(called)) assert.match(text, name)
  const limits = [uploadFaults.too_large, en.hint, es.hint, en.faults.too_large, es.faults.too_large, guide]
  for (const text of limits) assert.match(text, limit)
  assert.deepEqual(
    new Set(accepted_extensions.map((extension) => contentTypeOf(`a${extension}`))),
    new Set(Object.keys(called)),
  )
})

test("file fields accept every extension, and every picture type once, so that phones offer the camera", () => {
  const pictures = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"]
  assert.deepEqual(acceptAttribute.split(","), [...accepted_extensions, ...pictures])
})

test("every accepted kind of file is taken under its own extension, with its content type", async () => {
  for (const [filename, [content, content_type]] of Object.entries(samples)) {
    const extension = filename.toLowerCase().replace(/.*\./, "")
    assert.deepEqual(await inspect(filename, content), { accepted: true, content_type, extension }, filename)
  }
  assert.deepEqual(
    new Set(Object.keys(samples).map((name) => name.slice(name.lastIndexOf(".")).toLowerCase())),
    new Set(accepted_extensions),
  )
})

test("a file named as another accepted kind is taken as what it is, and text only as text", async () => {
  for (const [name, [content, content_type]] of Object.entries(samples)) {
    for (const extension of accepted_extensions) {
      if (usual(`x${extension}`) === usual(name)) continue
      const inspection = await inspect(`renamed${extension}`, content)
      if (usual(name) === "txt") {
        assert(!inspection.accepted && inspection.code === "content_mismatch", `${name} as ${extension}`)
        assert.match(
          inspection.message,
          new RegExp(`ends in \\${extension}, but its content is something else`),
        )
        continue
      }
      const expected = usual(name) === "heic" ? "image/heic" : content_type
      assert.deepEqual(inspection, { accepted: true, content_type: expected, extension: usual(name) })
      assert.equal(
        withExtension(`IMG_0001${extension.toUpperCase()}`, usual(name)),
        `IMG_0001.${usual(name)}`,
      )
    }
  }
  const rtf = await inspect("letter.doc", Buffer.from("{\\rtf1\\ansi hello}"))
  assert(!rtf.accepted && rtf.found_extension === "rtf")
})

test("a file named as another kind is refused for what is wrong with it", async () => {
  const locked = await createPdf({ userPassword: "secret" })
  assert.equal(await codeOf("a.jpg", locked), "password_protected")
  assert.equal(await codeOf("a.heic", sampleJpeg().subarray(0, -40)), "truncated")
})

test("a PDF is whole whatever follows its end mark, unless that is more of it", async () => {
  const ends = [
    "\n<html>Footer of a web server</html>",
    "\0".repeat(5_000),
    "\r\n--boundary--".repeat(200_000),
  ]
  for (const end of ends) {
    assert.equal(await codeOf("a.pdf", Buffer.concat([pdf, Buffer.from(end)])), "ok", `${end.length}`)
    const locked = await createPdf({ userPassword: "secret" })
    assert.equal(await codeOf("a.pdf", Buffer.concat([locked, Buffer.from(end)])), "password_protected")
  }
  // An update, or the rest of a file for the web, whose end is missing.
  const more = Buffer.from(`\n9 0 obj\n<< /Length 3000000 >>\nstream\n${"x".repeat(3_000_000)}`)
  assert.equal(await codeOf("a.pdf", Buffer.concat([pdf, more])), "truncated")
})

test("other kinds are refused by extension, whatever their content", async () => {
  for (const name of [
    "page.html",
    "logo.svg",
    "run.exe",
    "all.zip",
    "will.pdf.exe",
    "macro.docm",
    "scan.tif",
    "list.csv",
  ]) {
    assert.equal(await codeOf(name, pdf), "wrong_type", name)
  }
})

test("programs, web pages and other formats do not pass under an accepted extension", async () => {
  const strangers: Record<string, Buffer> = {
    exe: Buffer.concat([Buffer.from("MZ\x90\0"), Buffer.alloc(400)]),
    gif: Buffer.from("GIF89a\x01\0\x01\0\0\0\0;"),
    html: Buffer.from("\ufeff \n<!DOCTYPE html><script>alert(1)</script>"),
    lateHtml: Buffer.from("Dear all,\n<html onload=x>"),
    svg: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    rtf: Buffer.from("{\\rtf1\\ansi hello}"),
    postscript: Buffer.from("%!PS-Adobe-3.0\n"),
    utf16Html: Buffer.from("\ufeff<!doctype html><script>alert(1)</script>", "utf16le"),
    utf16Controls: Buffer.from("\ufefftext\0", "utf16le"),
    utf32: Buffer.from("fffe000041000000", "hex"),
    unmarkedUtf16: Buffer.from("text", "utf16le"),
    zip: sampleZip(["a.txt"]),
    slides: sampleZip(["[Content_Types].xml", "ppt/presentation.xml"]),
    macros: sampleZip(["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"]),
    avif: sampleHeif("avif\0\0\0\0mif1avif"),
    video: sampleHeif("mp42\0\0\0\0isomavc1"),
    installer: sampleCompoundFile({ Binary: Buffer.alloc(10) }),
    disguisedPdf: Buffer.concat([Buffer.from("<script>"), pdf]),
    gifAndPdf: Buffer.concat([Buffer.from("GIF89a\x01\0\x01\0\0\0\0;"), pdf]),
    latePdf: Buffer.concat([Buffer.alloc(1025, "-"), Buffer.from("\0"), pdf]),
    sound: Buffer.from("RIFF\x04\0\0\0WAVE"),
  }
  for (const [kind, content] of Object.entries(strangers)) {
    for (const extension of accepted_extensions) {
      assert.equal(await codeOf(`file${extension}`, content), "content_mismatch", `${kind} as ${extension}`)
    }
  }
})

test("plain text is accepted in UTF-8 and older Western encodings, even if it starts like another format", async () => {
  const texts = [
    "BMW lease",
    "ID3 is a tag",
    "a < b, and <em>so</em> on",
    "x".repeat(inspection_bytes - 1) + "é".repeat(10),
  ]
  for (const words of texts) assert.equal(await codeOf("a.txt", Buffer.from(words)), "ok", words.slice(0, 20))
  assert.equal(await codeOf("a.txt", Buffer.from("José", "latin1")), "ok")
  assert.equal(await codeOf("a.txt", Buffer.from("12 Elm Street\u000bApt 4")), "ok")
  assert.equal(await codeOf("a.txt", Buffer.from([0x93, 0x41, 0x94])), "ok")
  assert.equal(await codeOf("a.txt", Buffer.from("a\0b")), "content_mismatch")
})

test("text in UTF-16 with a byte order mark is accepted, whatever its byte order and length", async () => {
  for (const words of ["José", "你好\r\n\tsecond line", `${"x".repeat(inspection_bytes)}é`, ""]) {
    const little = Buffer.from(`\ufeff${words}`, "utf16le")
    assert.equal(await codeOf("a.txt", little), "ok", words.slice(0, 20))
    assert.equal(await codeOf("a.txt", Buffer.from(little).swap16()), "ok", words.slice(0, 20))
  }
})

test("bytes are taken from a file's ends where they are, never more than asked for", async () => {
  const content = Buffer.from(Array.from({ length: 100 }, (_, index) => index))
  const requested: string[] = []
  const upload = {
    size: 100,
    head: content.subarray(0, 10),
    tail: content.subarray(90),
    read: async (start: number, length: number) => {
      requested.push(`${start} ${length}`)
      return content.subarray(start, start + length)
    },
  } as unknown as Upload
  for (const [start, length, first, count] of [
    [0, 5, 0, 5],
    [5, 5, 5, 5],
    [5, 6, 5, 6],
    [89, 3, 89, 3],
    [90, 5, 90, 5],
    [95, 10, 95, 5],
    [100, 5, undefined, 0],
    [-1, 5, undefined, 0],
    [5, 0, undefined, 0],
  ] as const) {
    const bytes = await bytesAt(upload, start, length)
    assert.deepEqual([bytes[0], bytes.length], [first, count], `${length} from ${start}`)
  }
  assert.deepEqual(requested, ["5 6", "89 3"])
})

test("a PDF is accepted if its header begins within the first 1,024 bytes", async () => {
  const before = [
    "\r\n\r\nHTTP junk line\r\n",
    "\x1b%-12345X@PJL JOB\n",
    "\ufeff",
    "\0".repeat(128),
    "-".repeat(1018),
  ]
  for (const line of before)
    assert.equal(await codeOf("a.pdf", Buffer.concat([Buffer.from(line), pdf])), "ok", line.slice(0, 20))
  assert.equal(await codeOf("a.pdf", Buffer.concat([Buffer.alloc(1024, "-"), pdf])), "content_mismatch")
  const zipped = Buffer.concat([sampleZip(["a.txt"]).subarray(0, 35), pdf])
  assert.equal(await codeOf("a.pdf", zipped), "truncated", "an archive that stores a PDF")
})

test("a file without an extension is judged by its content, and gets the extension of its format", async () => {
  for (const [name, [content, content_type]] of Object.entries(samples)) {
    for (const nameless of ["scan", ".scan", "Statement of 3.14", "Scan 2024.03.12", "noext."]) {
      const inspection = await inspect(nameless, content)
      const extension = usual(name)
      const expected = extension === "heic" ? "image/heic" : content_type
      assert.deepEqual(
        inspection,
        { accepted: true, content_type: expected, extension },
        `${name} as ${nameless}`,
      )
    }
  }
  assert.equal(withExtension("Scan 2024.03.12", "jpg"), "Scan 2024.03.12.jpg")
  assert.equal(withExtension("will.PDF", "pdf"), "will.PDF")
  assert.equal(await codeOf("scan", await createPdf({ userPassword: "secret" })), "password_protected")
  assert.equal(await codeOf("scan", pdf.subarray(0, 300)), "truncated")
  for (const stranger of [
    "MZ\x90\0\0",
    "GIF89a\x01\0",
    "<!doctype html><p>",
    "#!/bin/sh\n",
    "PK\x03\x04 broken",
  ])
    assert.notEqual(await codeOf("scan", Buffer.from(stranger, "latin1")), "ok", stranger)
})

test("a password-protected file is refused with a remedy", async () => {
  const lockedDoc = sampleCompoundFile({ WordDocument: wordStream({ encrypted: true }) })
  const lockedXls = sampleCompoundFile({ Workbook: workbookStream({ encrypted: true }) })
  assert.equal(await codeOf("a.docx", encryptedOffice), "password_protected")
  assert.equal(await codeOf("a.xlsx", encryptedOffice), "password_protected")
  assert.equal(await codeOf("a.doc", encryptedOffice), "password_protected")
  assert.equal(await codeOf("a.doc", lockedDoc), "password_protected")
  assert.equal(await codeOf("a.xls", lockedXls), "password_protected")
  for (const pdfVersion of ["1.3", "1.4", "1.7", "1.7ext3"] as const) {
    assert.equal(
      await codeOf("a.pdf", await createPdf({ pdfVersion, userPassword: "secret" })),
      "password_protected",
      pdfVersion,
    )
  }
})

test("a PDF encrypted only against changes opens without a password and is accepted", async () => {
  for (const pdfVersion of ["1.3", "1.4", "1.7", "1.7ext3"] as const) {
    assert.equal(
      await codeOf("a.pdf", await createPdf({ pdfVersion, ownerPassword: "bank" })),
      "ok",
      pdfVersion,
    )
  }
})

test('unreadable encryption counts as a password, and the word "Encrypt" alone does not', async () => {
  const locked = await createPdf({ ownerPassword: "bank" })
  const strange = Buffer.from(locked.toString("latin1").replace("/Standard", "/Strangest"), "latin1")
  assert.equal(await codeOf("a.pdf", strange), "password_protected")
  const ending = "\nstartxref\n0\n%%EOF\n"
  const broken = Buffer.from(`%PDF-1.7\ntrailer << /Size 3 /Encrypt 9 0 R >>${ending}`)
  assert.equal(await codeOf("a.pdf", broken), "password_protected")
  const words = await createPdf({ compress: false, info: { Title: "How to /Encrypt 9 0 R" } })
  assert.ok(words.includes("/Encrypt 9 0 R"))
  assert.equal(await codeOf("a.pdf", words), "ok")
})

test("the middle of a large file is inspected as well", async () => {
  const filling = 3 * inspection_bytes
  const large = await createPdf({ ownerPassword: "bank", filling })
  assert.ok(large.length > filling)
  assert.equal(await codeOf("a.pdf", large), "ok")
  assert.equal(
    await codeOf("a.pdf", await createPdf({ userPassword: "secret", filling })),
    "password_protected",
  )
  const pictures = Array.from(
    { length: 9_000 },
    (_, index) => `word/media/a-picture-of-the-estate-${index}.png`,
  )
  const names = ["[Content_Types].xml", "word/document.xml", ...pictures]
  assert.equal(await codeOf("a.docx", sampleZip(names)), "ok")
  assert.equal(
    await codeOf("a.docx", sampleZip([...names, "word/vbaProject.bin", ...pictures])),
    "content_mismatch",
  )
  const zipped = sampleZip(names)
  let reads = 0
  const read = async (start: number, length: number) => {
    reads += 1
    return zipped.subarray(start, start + length)
  }
  const [head, tail] = [zipped.subarray(0, 1000), zipped.subarray(-1000)]
  await inspectUpload({ sender, filename: "a.docx", size: zipped.length, head, tail, read })
  assert.ok(reads < 20, `a directory of ${names.length} entries took ${reads} reads`)
  const away = { size: 10_000_000, read: async () => Promise.reject(new Error("The store is away.")) }
  const [zip, locked] = [sampleZip(names), large]
  const ends = (file: Buffer) => ({ head: file.subarray(0, 1000), tail: file.subarray(-1000) })
  await assert.rejects(inspectUpload({ sender, filename: "a.docx", ...ends(zip), ...away }), /store is away/)
  await assert.rejects(
    inspectUpload({ sender, filename: "a.pdf", ...ends(locked), ...away }),
    /store is away/,
  )
})

test("a file truncated anywhere is refused as incomplete, unless its format cannot show it", async () => {
  for (const [name, [content]] of Object.entries(samples)) {
    if (usual(name) === "txt") continue
    for (const share of [0.3, 0.6, 0.9]) {
      assert.equal(
        await codeOf(name, content.subarray(0, Math.floor(content.length * share))),
        "truncated",
        `${name} ${share}`,
      )
    }
  }
})

test("a HEIC picture is judged by its first box and the lengths of all, also those in 64 bits", async () => {
  const long = Buffer.from("000000016d646174".padEnd(32, "0"), "hex")
  long.writeBigUInt64BE(516n, 8)
  const content = Buffer.concat([sampleHeif().subarray(0, -508), long, Buffer.alloc(500, 7)])
  assert.equal(await codeOf("a.heic", content), "ok")
  assert.equal(await codeOf("a.heic", content.subarray(0, -1)), "truncated")
  const film = Buffer.concat([sampleHeif("mp42\0\0\0\0mp42isom"), Buffer.from("\0\0\0\x0cfreeheic")])
  assert.equal(await codeOf("a.heic", film), "content_mismatch")
})

test("empty and oversized files get different refusals", async () => {
  assert.equal(await codeOf("a.pdf", Buffer.alloc(0)), "empty")
  const ends = { head: pdf, tail: pdf, read: async () => Buffer.alloc(0) }
  assert.deepEqual(await inspectUpload({ sender, filename: "a.pdf", size: max_upload_bytes, ...ends }), {
    accepted: true,
    content_type: "application/pdf",
    extension: "pdf",
  })
  const inspection = await inspectUpload({ sender, filename: "a.pdf", size: max_upload_bytes + 1, ...ends })
  assert(!inspection.accepted && inspection.code === "too_large")
})

test("no bytes make the inspection throw or hang", async () => {
  const starts = Object.values(samples)
    .map(([content]) => content)
    .concat(encryptedOffice)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...accepted_extensions),
      fc.constantFrom(...starts),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 30 }),
      fc.nat(),
      async (extension, start, changes, cut) => {
        const content = Buffer.from(start.subarray(0, 1 + (cut % start.length)))
        for (const [at, byte] of changes) content[at % Math.min(content.length, 1200)] = byte
        const inspection = await inspect(`x${extension}`, content)
        if (!inspection.accepted) assert(inspection.message.length > 20)
      },
    ),
    { numRuns: 1500 },
  )
})

const sender = { firm_id: "firm", user_id: "client" }

function inspect(filename: string, content: Buffer) {
  const [head, tail] = [content.subarray(0, inspection_bytes), content.subarray(-inspection_bytes)]
  const read = async (start: number, length: number) => content.subarray(start, start + length)
  return inspectUpload({ sender, filename, size: content.length, head, tail, read })
}

async function codeOf(filename: string, content: Buffer): Promise<string> {
  const inspection = await inspect(filename, content)
  return inspection.accepted ? "ok" : inspection.code
}

/** `filling` is the number of bytes between the ends that are read first. */
async function createPdf({
  filling = 0,
  ...options
}: PDFKit.PDFDocumentOptions & { filling?: number } = {}): Promise<Buffer> {
  const document = new PDFDocument({ ...(filling && { compress: false }), ...options })
  document.text("Deed")
  document.addContent(`% ${"-".repeat(filling)}`)
  document.addPage().text("Signatures")
  document.end()
  return buffer(document)
}
