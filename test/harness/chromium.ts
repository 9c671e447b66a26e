import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir, userInfo } from "node:os"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"

/**
 * The browser from npm, unpacked once per version. It includes the libraries and the font it needs, so that it renders
 * the same page the same way on every machine.
 */
export interface Chromium {
  executable: string
  env: Record<string, string>
}

const require = createRequire(import.meta.url)
const unpack = promisify(brotliDecompress)

/** Finds the browser, unpacking it on first use. `CHROMIUM_PATH` names another if npm's does not run. */
export async function openChromium(): Promise<Chromium> {
  const own = process.env.CHROMIUM_PATH
  if (own) return { executable: own, env: {} }
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      "The browser from npm is for Linux on x64; set CHROMIUM_PATH to a Chromium of this machine.",
    )
  const bin = join(dirname(require.resolve("@sparticuz/chromium")), "../../bin")
  const { version } = JSON.parse(await readFile(join(bin, "../package.json"), "utf8")) as { version: string }
  const folder = join(tmpdir(), `foyer-chromium-${version}-${userInfo().uid}`)
  if (!existsSync(folder)) await unpackBrowser(bin, folder)
  return {
    executable: join(folder, "chromium"),
    env: {
      HOME: folder,
      LD_LIBRARY_PATH: join(folder, "lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
      XDG_CACHE_HOME: join(folder, "cache"),
    },
  }
}

/** Test files run in parallel: each may unpack, the first to finish wins, and none sees half a browser. */
async function unpackBrowser(bin: string, folder: string): Promise<void> {
  const draft = await mkdtemp(`${folder}-`)
  const read = async (name: string) => unpack(await readFile(join(bin, name)))
  await writeFile(join(draft, "chromium"), await read("chromium.br"), { mode: 0o755 })
  await extract(await read("al2023.tar.br"), draft)
  await extract(await read("fonts.tar.br"), draft)
  await writeFile(join(draft, "fonts.conf"), fontsConf(folder))
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
}

/** Extracts the regular files of an uncompressed ustar archive. */
async function extract(archive: Buffer, folder: string): Promise<void> {
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString("latin1", at, at + 100).replace(/\0.*$/s, "")
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 136), 8) || 0
    const isFile = ["0", "\0"].includes(archive.toString("latin1", at + 156, at + 157))
    if (isFile && !name.split("/").includes("..")) {
      await mkdir(join(folder, dirname(name)), { recursive: true })
      await writeFile(
        join(folder, dirname(name), basename(name)),
        archive.subarray(at + 512, at + 512 + size),
      )
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}

// The bundled font comes first; the machine's own fonts supply scripts it lacks.
function fontsConf(folder: string): string {
  const prefer = (generic: string, family: string) =>
    `<alias binding="strong"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
<cachedir>${folder}/cache</cachedir>
${prefer("sans-serif", "Open Sans")}${prefer("system-ui", "Open Sans")}${prefer("monospace", "DejaVu Sans Mono")}
</fontconfig>`
}
