import type { Ajv } from "ajv"
import { type Fault, faulty, type Parsed } from "../../../definition/faults/faults.ts"
import { parseMatterName } from "../../../definition/matter-name.ts"
import { parseIsoDate } from "../../../definition/values/dates.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { parseLine, parseText, trimmed } from "../../../definition/values/typed-text.ts"

/** The readers of the forms, by the name that a schema calls them with in `x-reads`. */
const readers: Record<string, (typed: string, max: number) => Parsed<string>> = {
  line: parseLine,
  lines: parseText,
  email: (typed) => {
    const parsed = parseEmail(typed)
    return parsed.kind === "empty" ? faulty("email_needs_at") : parsed
  },
  matter_name: parseMatterName,
  day: (typed) => {
    const parsed = parseIsoDate(trimmed(typed))
    return parsed.kind === "empty" ? faulty("date_unreadable") : parsed
  },
}

/** Why a text was refused; without `fault`, because nothing in it can be seen. */
export interface UnreadText {
  fault?: Fault
}

/** Reads each text whose schema says `x-reads` as the forms do, and puts the value read in its place. */
export function addTextReaders(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: "x-reads",
    type: "string",
    schemaType: "string",
    modifying: true,
    before: "maxLength",
    compile: (name: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => {
      const read = readers[name]
      if (!read) throw new Error(`There is no reader "${name}".`)
      const refuse = (params: UnreadText) => {
        check.errors = [{ keyword: "x-reads", params }]
        return false
      }
      function check(
        typed: string,
        place?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
      ) {
        const parsed = read?.(typed, maxLength)
        if (parsed?.kind === "fault") return refuse({ fault: parsed.fault })
        if (parsed?.kind === "empty" && typed !== "" && minLength > 0) return refuse({})
        if (place) place.parentData[place.parentDataProperty] = parsed?.kind === "value" ? parsed.value : ""
        return true
      }
      check.errors = [] as { keyword: string; params: UnreadText }[]
      return check
    },
  })
}
