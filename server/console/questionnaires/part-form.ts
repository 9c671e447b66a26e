import type { ComponentChildren } from "preact"
import type { Approach, Definition, Section } from "../../definition/definition.ts"
import type { Text } from "../../definition/text.ts"
import type { Part } from "../../questionnaires/editing.ts"
import type { RefusedForm } from "../page-request.ts"
import type { FormReader } from "./form-reader.ts"

/** What a part stands in, for those who ask about it and those who read the answer. */
export interface PartLocation {
  definition: Definition
  section: Section
  approach: Approach
}

/** How one kind of part is written: the plainest one, its fields, and how to read them. */
export interface PartForm<Kind extends Part> {
  noun: string
  /** `type` is what its author picked before the form opened, where there is something to pick. */
  blank(type: string): Kind
  wordsOf(part: Kind): Text
  fields(part: Kind, location: PartLocation, refused: RefusedForm | undefined): ComponentChildren
  read(reader: FormReader, part: Kind, location: PartLocation): Kind
}
