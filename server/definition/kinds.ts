import { type Compared, isNumber } from "./conditions/conditions.ts"
import { address } from "./kinds/address.ts"
import { choice, many_of, one_of, yes_no } from "./kinds/choices.ts"
import { date } from "./kinds/date.ts"
import { email, phone } from "./kinds/email-and-phone.ts"
import type { Kind } from "./kinds/kind.ts"
import { computed, money, number, percentage } from "./kinds/numbers.ts"
import { contact } from "./kinds/person.ts"
import { table } from "./kinds/table.ts"
import { ein, ssn } from "./kinds/tax-ids.ts"
import { long_text, text } from "./kinds/texts.ts"
import { website } from "./kinds/website.ts"
import { file, notice } from "./kinds/without-control.ts"

/** Every kind of question by its name in questionnaires, in the order in which the editor offers them. */
const questionKinds = {
  ...{ text, long_text, yes_no, one_of, many_of, date, number, money, percentage, email, phone, website },
  ...{ ssn, ein, contact, address, table, file, computed, notice },
}
export type QuestionType = keyof typeof questionKinds
export const questionTypes = Object.keys(questionKinds) as QuestionType[]

/** The same, and the kind that only assets and tables have. */
export const kinds: Readonly<Record<AnyType, Kind>> = { ...questionKinds, choice }
export type AnyType = QuestionType | "choice"

/** Whether the answer comes from form input, rather than from an upload or a formula. */
export const isTyped = (type: AnyType): boolean => kinds[type].parse !== undefined
/** Whether the client answers it; the other types only display text or a value. */
export const takesAnswer = (type: AnyType): boolean => isTyped(type) || type === "file"
/** How conditions compare the answers. */
export const comparedAs = (type: AnyType): Compared => kinds[type].comparedAs
/** Whether the value is an exact decimal. */
export const isNumeric = (type: AnyType | undefined): boolean => isNumber(type && comparedAs(type))
/** Whether answers are always encrypted, even if the question is not marked sensitive. */
export const isSecret = (type: AnyType): boolean => kinds[type].isSecret ?? false
