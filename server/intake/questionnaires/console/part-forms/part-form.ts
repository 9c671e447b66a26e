import type { ComponentChildren } from "preact"
import type { Approach, Definition, Section } from "../../../../definition/definition.ts"
import type { Text } from "../../../../definition/text.ts"
import type { RefusedForm } from "../../../../web/console/page-request.ts"
import type { FormReader } from "./form-reader.ts"

/** The context that a part's form needs. */
export interface PartLocation {
  definition: Definition
  section: Section
  approach: Approach
}

/** The form for one kind of part: renders its fields and reads them back. */
export interface PartForm<Kind> {
  noun: string
  wordsOf(part: Kind): Text
  fields(part: Kind, location: PartLocation, refused: RefusedForm | undefined): ComponentChildren
  read(reader: FormReader, part: Kind, location: PartLocation): Kind
}
