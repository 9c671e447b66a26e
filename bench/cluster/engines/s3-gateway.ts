import { mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "../../../server/platform/http/free-port.ts"
import { type Engine, newEngine } from "./engine.ts"

export const s3_paths = [
  process.env.VERSITYGW ?? "",
  "/usr/bin/versitygw",
  "/usr/local/bin/versitygw",
  join(homedir(), "go/bin/versitygw"),
].filter(Boolean)

/** Versity's S3 gateway before a folder, with a bucket named foyer. */
export async function newS3Gateway(
  folder: string,
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string },
): Promise<Engine> {
  const port = await findFreePort("127.0.0.1")
  const [files, sidecar] = [join(folder, "bucket-files"), join(folder, "bucket-metadata")]
  for (const path of [join(files, "foyer"), sidecar]) mkdirSync(path, { recursive: true })
  return newEngine({
    port,
    paths: s3_paths,
    words: ["--quiet", "--port", `127.0.0.1:${port}`, "posix", "--sidecar", sidecar, files],
    env: {
      ROOT_ACCESS_KEY: credentials.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: credentials.AWS_SECRET_ACCESS_KEY,
    },
  })
}
