// A Word file of a few paragraphs, for tests that fill one.
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { saveTemplate, storeTemplate } from "../../server/outputs/document-templates/document-templates.ts"
import { zipOf } from "../../server/outputs/exports/zip.ts"
import type { TestFirm, TestService } from "./service.ts"

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const types = "http://schemas.openxmlformats.org/package/2006/content-types"
const relations = "http://schemas.openxmlformats.org/package/2006/relationships"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const kind = "application/vnd.openxmlformats-officedocument.wordprocessingml"
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Builds a Word file: each text is a paragraph, the header is on every page, and `more` are additional files in it. */
export function sampleWordFile(
  paragraphs: readonly string[],
  { header = "", more = {} }: { header?: string; more?: Record<string, string | Buffer> } = {},
): Promise<Buffer> {
  const text = (said: string) =>
    `<w:p><w:r><w:t xml:space="preserve">${said.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</w:t></w:r></w:p>`
  const files: Record<string, string | Buffer> = {
    "[Content_Types].xml": `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${kind}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${kind}.header+xml"/></Types>`,
    "_rels/.rels": `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/header" Target="header1.xml"/></Relationships>`,
    "word/document.xml": `${head}<w:document xmlns:w="${word}" xmlns:r="${office}"><w:body>${paragraphs.map(text).join("")}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:body></w:document>`,
    "word/header1.xml": `${head}<w:hdr xmlns:w="${word}">${text(header)}</w:hdr>`,
    ...more,
  }
  return buffer(
    zipOf(
      Object.entries(files).map(([path, content]) => ({
        path,
        content: typeof content === "string" ? content : async () => Readable.from([content]),
        compress: !path.endsWith("note.xml"),
        modified_at: new Date("2026-01-01"),
      })),
    ),
  )
}

/** Creates one of the firm's Word templates; returns its id. */
export async function addTemplateOf(service: TestService, firm: TestFirm, name: string): Promise<string> {
  const { firm_id, admin } = firm
  const bytes = await sampleWordFile([`${name}: {{client.full_name}}`])
  const file = { filename: `${name}.docx`, bytes }
  const stored = await storeTemplate(service, { firm_id, user_id: admin.user_id }, file)
  return firm.run((tx) => saveTemplate(tx, stored))
}
