// Word's own fields, not those of fields.ts (ECMA-376 Part 1, 17.16): what Word inserts by itself, such as a page number.
// Some of them load files, pages or the result of a program when the document is opened or printed.
import { localName } from "../../platform/text/xml.ts"
import { TemplateRefused } from "./template-refused.ts"

/** RD reads other documents; the last three run something. */
const loading = new Set([
  ...[
    "INCLUDEPICTURE",
    "INCLUDETEXT",
    "INCLUDE",
    "IMPORT",
    "DDE",
    "DDEAUTO",
    "LINK",
    "EMBED",
    "DATABASE",
    "RD",
  ],
  ...["CONTROL", "HTMLACTIVEX", "MACROBUTTON"],
])

interface OpenField {
  code: string
  /** Whether its result has begun. */
  isShown: boolean
}

/** Handlers for one part's XML; throws `TemplateRefused` for a field that loads something. */
export function watchFields() {
  const fields: OpenField[] = []
  const begin = (code: string) => {
    const around = fields.at(-1)
    // Another field could make up its name.
    if (around && !around.isShown && !/^\s*(?:\S+\s|=)/.test(around.code))
      throw new TemplateRefused(
        "A field's name is made up by another field. In Word, select it and press Ctrl+Shift+F9 to keep only its text.",
      )
    fields.push({ code, isShown: false })
  }
  const end = () => {
    const field = fields.pop()
    if (field) checkCode(field.code)
  }
  return {
    open(element: string, attributes: Readonly<Record<string, string>>) {
      if (element === "fldSimple") begin(named(attributes, "instr"))
      if (element !== "fldChar") return
      const type = named(attributes, "fldCharType")
      const field = fields.at(-1)
      if (type === "begin") begin("")
      else if (type === "end") end()
      else if (field) field.isShown = true
    },
    text(text: string, inside: string) {
      const field = fields.at(-1)
      if (!field) return
      const isCode = inside === "instrText" || inside === "delInstrText"
      if (isCode || (!field.isShown && (inside === "t" || inside === "delText"))) field.code += text
    },
    close(element: string) {
      if (element === "fldSimple") end()
    },
    /** A field that is never closed is one all the same. */
    finish() {
      while (fields.length > 0) end()
    },
  }
}

function checkCode(code: string): void {
  const name = /^[\s\p{C}]*([a-z]+)/iu.exec(code)?.[1]?.toUpperCase() ?? ""
  if (loading.has(name))
    throw new TemplateRefused(
      `The field ${name} would load something into the document. In Word, select it and press Ctrl+Shift+F9 to keep only what it shows.`,
    )
}

/** The attribute's value, whatever its namespace's prefix. */
function named(attributes: Readonly<Record<string, string>>, name: string): string {
  const found = Object.entries(attributes).find(([key]) => localName(key) === name)
  return found?.[1] ?? ""
}
