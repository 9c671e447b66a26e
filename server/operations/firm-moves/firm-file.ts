// A firm in one file, for another installation: the rows of its tables as PostgreSQL copies them, and its files as they
// are stored. Secrets and files stay encrypted, under a key made for this file alone, which travels apart from it.
import { constants } from "node:fs"
import { access, readFile, writeFile } from "node:fs/promises"
import { checkFirmExport, type Manifest, NotFirmExport } from "../../outputs/exports/firm/check.ts"
import { findKeyRing, type KeyRing } from "../../platform/secrets/key-ring.ts"
import { newMasterKey } from "../../platform/secrets/master-keys.ts"

export const moving_format = "foyer-moving-firm-1"

export interface MovingFirm extends Pick<Manifest, "format" | "program" | "created_at" | "firm" | "files"> {
  /** Where the firm's links began. */
  address: string
  /** Names of the migrations that made its tables. */
  migrations: string[]
  /** Parents first. */
  tables: { name: string; columns: string[]; rows: number }[]
  /** Tables left behind, and why. */
  tables_left_out: Readonly<Record<string, string>>
  /** Text that only the file's key opens. */
  canary: string
}

/** Thrown for a file that cannot be imported here; the message says why, and what to do. */
export class UnusableFirmFile extends Error {
  override name = "UnusableFirmFile"
}

export const tablePath = (name: string) => `tables/${name}.copy`
export const jobs_path = "jobs.copy"
export const files_folder = "files/"
export const canaryContext = ({ id }: MovingFirm["firm"]) => `moving_firms:${id}`

export const keyPath = (path: string) => `${path}.key`

/** Creates the key of the file at `path`, beside it. Throws if one is there. */
export async function createFileKey(path: string): Promise<KeyRing> {
  const key = newMasterKey()
  await writeFile(keyPath(path), `${key}\n`, { flag: "wx", mode: 0o600, flush: true })
  return ringOf(key)
}

/** Reads the key of the file at `path`, beside it or at `key_path`. */
export async function readFileKey(path: string, key_path = keyPath(path)): Promise<KeyRing> {
  const text = await readFile(key_path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
    throw new UnusableFirmFile(
      `The key of the file is not at ${key_path}. Nothing was imported. Copy it there, or name it with --key.`,
    )
  })
  return ringOf(text)
}

const ringOf = async (master_keys: string) => (await findKeyRing({ data_dir: "", master_keys })) as KeyRing

/** Opens what `from` sealed, and seals with `to`. */
export function ringBetween(from: KeyRing, to: KeyRing): KeyRing {
  const { open, unwrapDataKey, isSigned } = from
  return { ...to, open, unwrapDataKey, isSigned }
}

/** Reads every byte of the file, and returns its manifest. Throws `UnusableFirmFile` unless it is intact. */
export async function checkFirmFile(path: string): Promise<MovingFirm> {
  await access(path, constants.R_OK).catch(() => {
    throw new UnusableFirmFile(`There is no file ${path}, or it can't be read. Nothing was imported.`)
  })
  const { about, faults, damaged } = await checkFirmExport(path, moving_format).catch((error: Error) => {
    if (!(error instanceof NotFirmExport)) throw error
    throw new UnusableFirmFile(
      `${error.message} Nothing was imported. \`foyer firm export\` in the other installation writes such a file.`,
    )
  })
  const wrong = faults.filter((fault) => !damaged.includes(fault))
  if (wrong.length > 0)
    throw new UnusableFirmFile(
      `The file is damaged. Nothing was imported. Copy it again, or export the firm again:\n${wrong.slice(0, 5).join("\n")}`,
    )
  return about as unknown as MovingFirm
}
