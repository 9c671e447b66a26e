// What `docker build` may read. An image is pushed to registries, so no secret may enter its build.

import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertNone } from "./harness/assert-each.ts"

test("the image's build reads the package of a release, and nothing that lies next to it", () => {
  const sent = readFileSync("ops/docker/Dockerfile.dockerignore", "utf8").trim().split("\n")
  assert.deepEqual(sent, ["*", "!foyer-*.tgz"])
  const dockerfile = readFileSync("ops/docker/Dockerfile", "utf8")
  assert.doesNotMatch(dockerfile, /^(COPY|ADD) /m)
  assert.match(dockerfile, /^RUN --mount=type=bind,target=\/release /m)
})

/** Where operators put files. */
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

test("Git ignores secrets in whatever folder they lie, and no tracked file is one", () => {
  const planted = folders.flatMap((folder) => secrets.map((name) => folder + name))
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "--stdin"], {
    input: planted.join("\n"),
    encoding: "utf8",
  })
  const ignored = stdout.split("\n")
  assertNone(planted, (path) => !ignored.includes(path))
  assert.equal(execFileSync("git", ["ls-files", "-ci", "--exclude-standard"], { encoding: "utf8" }), "")
})
