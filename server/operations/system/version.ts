import { readFile } from "node:fs/promises"
import { readVersion } from "../../platform/version.ts"
import { type CheckInput, type Finding, todoUnless } from "./finding.ts"

/** Whether there is a newer release than this, by the file that the operator names. */
async function checkRelease(path: string | undefined): Promise<Finding> {
  const own = await readVersion()
  const known = { topic: "Foyer", ok: true, sentence: `Version ${own}` }
  if (path === undefined) return known
  const text = await readFile(path, "utf8").catch(() => "")
  const newest = /^v?(\d+\.\d+\.\d+)\s/.exec(`${text}\n`)?.[1]
  if (newest === undefined)
    return {
      ...known,
      ok: false,
      sentence: `Version ${own}; FOYER_NEWEST_RELEASE is no file that begins with a version, such as 1.2.0`,
    }
  return isNewer(newest, own)
    ? {
        ...known,
        ok: false,
        sentence: `Version ${own}; ${newest} is there: see Upgrading in the operator’s guide`,
      }
    : { ...known, sentence: `Version ${own}, the newest` }
}

/** A build before a release, such as 1.1.0-dev, is older than the release. */
function isNewer(release: string, own: string): boolean {
  const [number = "", before] = own.split("-")
  const [theirs = "", ours = ""] = [release, number].map((one) =>
    one
      .split(".")
      .map((part) => part.padStart(6, "0"))
      .join("."),
  )
  return theirs > ours || (theirs === ours && before !== undefined)
}

export async function checkBase({ parts: { config }, scope }: CheckInput): Promise<Finding[]> {
  const hasAddress = config.environment !== "production" || config.base_url?.startsWith("https://") === true
  return [
    await checkRelease(scope.shows_paths ? config.newest_release : undefined),
    { topic: "Node", ok: true, sentence: `Version ${process.versions.node}` },
    {
      topic: "Address",
      ...todoUnless(hasAddress),
      sentence: hasAddress
        ? `Links begin with ${config.base_url ?? `http://${config.host}:${config.port}`}`
        : "Set FOYER_BASE_URL to the https address clients use",
    },
  ]
}
