// What `docker build` may read. An image is pushed to registries, so no secret may enter its build; a source that is
// missing from the build fails only in production.
import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { test } from "node:test"

const isSent = buildContext(readFileSync(".dockerignore", "utf8"))

test("the image's build reads every source of the program", () => {
  const tracked = execFileSync("git", ["ls-files", "-z", "bin", "demo", "docs/guides", "sdk", "server"], {
    encoding: "utf8",
  })
  const sources = tracked
    .split("\0")
    .filter(
      (path) =>
        path &&
        !/\.test\.tsx?$|(?<!^sdk\/typescript\/README|^docs\/guides\/[a-z0-9-]+)\.md$|^bin\/(dev|test)$/.test(
          path,
        ),
    )
  assert.ok(sources.length > 1_000)
  const dockerfile = readFileSync("ops/docker/Dockerfile", "utf8")
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, words = ""]) =>
    words.split(" "),
  )
  assert.ok(["bin", "demo", "docs", "sdk", "server"].every((name) => copied.includes(name)))
  const needed = [
    ...sources,
    ...copied.filter((name) => !["bin", "demo", "docs", "sdk", "server"].includes(name)),
  ]
  assert.deepEqual(
    needed.filter((path) => !isSent(path)),
    [],
  )
})

/** Where operators put files, and where a secret would be copied along with sources. */
const folders = [
  "",
  "ops/docker/",
  "ops/systemd/",
  "bin/",
  "demo/",
  "demo/hartwell-pryce/",
  "server/",
  "server/commands/",
  "server/migrations/",
  "server/intake/questionnaires/templates/",
  "server/web/ui/css/",
  "secrets/",
  "backups/day-1/",
]
const secrets = [
  ".env",
  ".env.production",
  ".env.local",
  "production.env",
  "master.key",
  "master.key.retired-k1",
  "server.pem",
  "tls.key",
]
const strangers = [
  ...["compose.override.yaml", "secrets.yaml", "tls.p12", ".pgpass", ".npmrc", "secrets.json", "key.txt"],
  ...[
    "foyer.dump",
    "clients.csv",
    "backup.tar.gz",
    "core.1234",
    "access.log",
    ".git/config",
    "manifest.json~",
  ],
  ...["data/master.key", "data/files/K1", "node_modules/pg/index.js", "build/program.json"],
]

test("no secret, dump, or data enters the image's build, in whatever folder it lies", () => {
  const planted = folders.flatMap((folder) => [...secrets, ...strangers].map((name) => folder + name))
  assert.deepEqual(planted.filter(isSent), [])
  for (const path of ["data/clients.json", "environment", "id_ed25519", "ops/docker/environment"])
    assert.equal(isSent(path), false, path)
  // Among sources, the patterns let files without an extension pass.
  assert.match(
    readFileSync("ops/docker/Dockerfile", "utf8"),
    /^RUN find bin demo docs sdk server -type f ! -name "\*\.\*" ! -path bin\/foyer -delete/m,
  )
})

test("Git ignores secrets in whatever folder they lie, and no tracked file is one", () => {
  const planted = folders.flatMap((folder) => secrets.map((name) => folder + name))
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "--stdin"], {
    input: planted.join("\n"),
    encoding: "utf8",
  })
  const ignored = stdout.split("\n")
  assert.deepEqual(
    planted.filter((path) => !ignored.includes(path)),
    [],
  )
  assert.equal(execFileSync("git", ["ls-files", "-ci", "--exclude-standard"], { encoding: "utf8" }), "")
})

test("the build's final image copies no folder of the machine", () => {
  const [, final = ""] = readFileSync("ops/docker/Dockerfile", "utf8").split(/\nFROM \S+\n/)
  assert.match(final, /COPY --from=build/)
  assert.doesNotMatch(final, /^COPY (?!--from=build )/m)
  assert.doesNotMatch(final, /^ADD /m)
})

/**
 * Returns whether a path belongs to the build context, by the rules Docker documents for .dockerignore: the last pattern
 * that matches the path or a folder above it decides, `!` takes it back, `**` stands for any number of folders. Docker
 * does not look into a folder that is left out, unless a pattern with `!` begins with the folder's own path.
 */
function buildContext(text: string): (path: string) => boolean {
  const rules = text
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => ({ sends: line.startsWith("!"), words: line.replace(/^!/, "") }))
    .map((rule) => ({ ...rule, pattern: patternOf(rule.words) }))
  const isChosen = (chain: string[]) =>
    rules.findLast(({ pattern }) => chain.some((part) => pattern.test(part)))?.sends ?? true
  const isEntered = (folder: string) =>
    rules.some(({ sends, words }) => sends && `${words}/`.startsWith(`${folder}/`))
  return (path) => {
    const names = path.split("/")
    const chain = names.map((_, index) => names.slice(0, index + 1).join("/"))
    const folders = chain.slice(0, -1)
    return isChosen(chain) && folders.every((one, at) => isChosen(chain.slice(0, at + 1)) || isEntered(one))
  }
}

function patternOf(text: string): RegExp {
  const parts = text.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => {
    if (part === "**/") return "(?:.*/)?"
    if (part === "**") return ".*"
    if (part === "*") return "[^/]*"
    return part === "?" ? "[^/]" : part.replace(/[^\w/]/g, "\\$&")
  })
  return new RegExp(`^${parts.join("")}$`)
}
