import { readdir, readFile } from "node:fs/promises"
import type { Static, TSchema } from "typebox"
import { Value } from "typebox/value"
import { FirmFile, MatterFile } from "./file-shapes.ts"
import { withDates } from "./placeholders.ts"

/** A firm's folder: the firm, and its matters by file name. */
export interface FirmFolder {
  folder: URL
  firm: FirmFile
  matters: Readonly<Record<string, MatterFile>>
}

/** Reads `hartwell-pryce` or `northgate-tax` with dates relative to `today`. Throws if a file has the wrong shape. */
export async function readFirmFolder(name: string, today: Date): Promise<FirmFolder> {
  const folder = new URL(`${name}/`, import.meta.url)
  const files = (await readdir(new URL("matters/", folder))).toSorted()
  const [firm, ...matters] = await Promise.all([
    readData(FirmFile, new URL("firm.json", folder), today),
    ...files.map((file) => readData(MatterFile, new URL(`matters/${file}`, folder), today)),
  ])
  const keys = files.map((file) => file.replace(/\.json$/, "").replaceAll("-", "_"))
  return { folder, firm, matters: Object.fromEntries(matters.map((matter, index) => [keys[index], matter])) }
}

async function readData<Schema extends TSchema>(
  schema: Schema,
  file: URL,
  today: Date,
): Promise<Static<Schema>> {
  const data = withDates(JSON.parse(await readFile(file, "utf8")), today)
  if (Value.Check(schema, data)) return data
  const [fault] = Value.Errors(schema, data)
  throw new Error(`${file.pathname}: ${fault?.instancePath} ${fault?.message}`)
}
