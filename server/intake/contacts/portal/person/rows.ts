import { displayValue } from "../../../../definition/values/values.ts"
import { type Field, isMissing } from "../../../portal/fields/field.ts"
import { unfinishedInWords } from "../../../portal/fields/unfinished-dates.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { laterInWords } from "../../../portal/sections/later.tsx"
import type { SummaryGroup } from "../../../portal/sections/section.tsx"
import type { AboutPerson } from "./about-person.ts"
import { homeOf } from "./address.ts"
import { fieldsAbout, topicsOf } from "./fields.ts"

type Row = SummaryGroup["rows"][number]

/** A check page's rows about a person; `pathOf` returns the page that changes a topic. */
export async function personRows(
  req: PageRequest,
  about: AboutPerson,
  pathOf: (topic: string) => string,
): Promise<Row[]> {
  const rows = await Promise.all(
    topicsOf(about.fields).map(async (topic): Promise<Row[]> => {
      const fields = await fieldsAbout(req, about, topic)
      const path = pathOf(topic)
      if (topic === "names") return [nameRow(req, about, fields, path), ...otherNames(fields, req, path)]
      if (topic === "address") return [addressRow(req, about, path)]
      return rowsOf(fields, req, path)
    }),
  )
  return rows.flat()
}

/** A row for each field that is answered, on the agenda, or missing. */
export function rowsOf(fields: readonly Field[], req: PageRequest, path: string): Row[] {
  return fields
    .filter((field) => field.given || field.approximate || field.later?.is_on || isMissing(field, fields))
    .map((each) => ({
      label: each.label,
      value:
        unfinishedInWords(each, req) ||
        laterInWords(each, req) ||
        displayValue(each, each.value, req.lang, {}),
      path,
      field: each.name,
      missing: isMissing(each, fields),
    }))
}

function nameRow(
  { words }: PageRequest,
  { person }: AboutPerson,
  fields: readonly Field[],
  path: string,
): Row {
  const missing = fields.find((field) => isMissing(field, fields))
  return {
    label: words.person.name,
    value: person.full_name,
    path,
    field: missing?.name ?? "first_name",
    missing: missing !== undefined,
  }
}

function otherNames(fields: readonly Field[], req: PageRequest, path: string): Row[] {
  const others = fields.filter(({ name }) => name === "preferred_name" || name === "also_known_as")
  return rowsOf(others, req, path)
}

function addressRow({ words }: PageRequest, { person, fields }: AboutPerson, path: string): Row {
  const value = homeOf(person)?.full_address ?? ""
  return {
    label: words.person.address_title,
    value,
    path,
    missing: fields.addresses === "required" && value === "",
  }
}
