import { transcode } from "node:buffer"
import { Ajv, type ValidateFunction } from "ajv"
import addFormats from "ajv-formats"
import { Problem } from "../shapes.ts"

/**
 * Serializes responses with plain JSON, because the generated serializer spends more time on unions with null than the
 * database spends on the row. With `checked`, as in every test, a response that does not match its schema exactly is an
 * error.
 */
export function compileSerializer(schema: object, checked: boolean): (response: unknown) => string {
  if (!checked) return JSON.stringify
  // Compiled on first use: hardly any test needs all three hundred.
  let fits: ValidateFunction | undefined
  return (response) => {
    fits ??= checking.compile(schema)
    const text = JSON.stringify(response)
    if (!fits(JSON.parse(text)))
      throw new Error(`The response is not as documented: ${checking.errorsText(fits.errors)}`)
    return text
  }
}

/**
 * The bytes of JSON text, the same as `Buffer.from` returns. For a page with a single name outside Latin-1, that takes
 * five times as long as `transcode`. `transcode` throws at half a surrogate pair, which JSON.stringify never leaves bare.
 */
export function encodeJson(json: string): Buffer {
  return /[\u0100-\uffff]/.test(json)
    ? transcode(Buffer.from(json, "utf16le"), "utf16le", "utf8")
    : Buffer.from(json)
}

const checking = new Ajv({ allErrors: true, strict: false })
addFormats.default(checking)
checking.addSchema(Problem)
