import type { ComponentChildren } from "preact"
import type { Approach, Definition, Section } from "../../definition/definition.ts"
import type { Text } from "../../definition/text.ts"
import type { RefusedForm } from "../page-request.ts"
import type { FormReader } from "./form-reader.ts"

/** What a part stands in, for those who ask about it and those who read the answer. */
export interface PartLocation {
  definition: Definition
  section: Section
  approach: Approach
}

/** How one kind of part is written: its fields, and how to read them. */
export interface PartForm<Kind> {
  noun: string
  wordsOf(part: Kind): Text
  fields(part: Kind, location: PartLocation, refused: RefusedForm | undefined): ComponentChildren
  read(reader: FormReader, part: Kind, location: PartLocation): Kind
}
