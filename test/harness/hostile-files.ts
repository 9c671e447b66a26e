// Files made to use up memory or time, by what they claim to be.
import { deflateSync } from "node:zlib"
import { samplePng } from "./sample-pictures.ts"
import { sampleWordFile } from "./sample-word-file.ts"

/** A cross-reference stream that unpacks to 60 MB, in a file that says it is encrypted. */
export function pdfOf(size: number): Buffer {
  const stream = deflateSync(Buffer.alloc(60_000_000))
  const dictionary = `<< /Type /XRef /Size ${size} /W [1 4 2] /Root 2 0 R /Encrypt 3 0 R /Filter /FlateDecode /Length ${stream.length} >>`
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n${dictionary}\nstream\n`),
    stream,
    Buffer.from("\nendstream\nendobj\nstartxref\n9\n%%EOF\n"),
  ])
}

/** Packs to 60 kB. */
export const blanks = Buffer.alloc(60_000_000, " ")
export const nested = "<w:p>".repeat(200_000) + "</w:p>".repeat(200_000)
/** Each entity is repeated a hundred thousand times. */
export const entities = `<!DOCTYPE a [<!ENTITY b "${"c".repeat(1_000)}">]><a>${"&b;".repeat(100_000)}</a>`
/** A tag in the last of 150,000 pieces of text. */
const runs = `<w:p>${"<w:r><w:t>a</w:t></w:r>".repeat(150_000)}<w:r><w:t>{{client.full_name}}</w:t></w:r></w:p>`

export const wordFileOf = (document: string | Buffer) =>
  sampleWordFile([], { more: { "word/document.xml": document } })

export const workbookOf = (strings: string | Buffer) =>
  sampleWordFile([], { more: { "xl/workbook.xml": "<workbook/>", "xl/sharedStrings.xml": strings } })

/** A picture whose pixels unpack to 50 MB. */
export const pictureOf = (size: { width: number; height: number }) =>
  samplePng({ ...size, pixels: deflateSync(Buffer.alloc(50_000_000)) })

/** One of each kind, by file name. */
export async function listHostileFiles(): Promise<Record<string, Buffer>> {
  const head = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
  return {
    "wide.pdf": pdfOf(900_000),
    "wider.pdf": pdfOf(1_200_000),
    "blanks.docx": await wordFileOf(blanks),
    "nested.docx": await wordFileOf(`${head}${nested}</w:body></w:document>`),
    "entities.docx": await wordFileOf(entities),
    "runs.docx": await wordFileOf(`${head}${runs}</w:body></w:document>`),
    "blanks.xlsx": await workbookOf(blanks),
    "nested.xlsx": await workbookOf(nested),
    "commas.csv": Buffer.alloc(5_000_000, ","),
    "quotes.csv": Buffer.alloc(5_000_000, '"'),
    "small.png": pictureOf({ width: 10, height: 10 }),
    "large.png": pictureOf({ width: 30_000, height: 30_000 }),
  }
}
