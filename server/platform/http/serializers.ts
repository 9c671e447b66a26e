import { Ajv, type ValidateFunction } from "ajv"
import { Problem } from "./shapes.ts"

/**
 * How answers become text. Plainly: what a verb returns is what is sent, since the generated serializer spends more
 * on unions with null than the database spends on the row. `checked`, as in every test, an answer that is not to
 * the letter of its schema is a fault of ours.
 */
export function compileSerializer(schema: object, checked: boolean): (answer: unknown) => string {
  if (!checked) return JSON.stringify
  // When the first answer is sent: hardly any test needs all three hundred of them.
  let fits: ValidateFunction | undefined
  return (answer) => {
    fits ??= checking.compile(schema)
    const text = JSON.stringify(answer)
    if (!fits(JSON.parse(text)))
      throw new Error(`The answer is not as documented: ${checking.errorsText(fits.errors)}`)
    return text
  }
}

const checking = new Ajv({ allErrors: true, strict: false })
checking.addSchema(Problem)
