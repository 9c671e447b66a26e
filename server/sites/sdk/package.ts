// The client package for TypeScript and JavaScript: what is written by hand in sdk/typescript, and what is generated from
// the API's document, so that it always fits this installation.
import { readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { type Assets, root } from "../../web/ui/manifest.ts"
import type { Document } from "../reference/document.ts"
import { declarationsOf, scriptOf } from "./generated-files.ts"
import { packFiles } from "./tarball.ts"

/** Returns the package as a tarball that npm installs; every installation of one version has the same. */
export async function packClient(document: object, assets: Assets, version: string): Promise<Buffer> {
  const built = (name: string) => readFile(join(assets.directory, basename(assets.url(name))), "utf8")
  const source = (path: string) => readFile(join(root, path), "utf8")
  const described = document as Document
  return packFiles({
    "package.json": `${JSON.stringify(manifestOf(version), null, 2)}\n`,
    "README.md": await source("sdk/typescript/README.md"),
    LICENSE: await source("LICENSE"),
    "index.js": scriptOf(described),
    "index.d.ts": declarationsOf(described),
    "client.js": await built("client.js"),
    "client.d.ts": await source("sdk/typescript/public.d.ts"),
    "cli.js": await built("client-cli.js"),
  })
}

function manifestOf(version: string): object {
  return {
    name: "@foyer/client",
    version,
    description:
      "Client of the Foyer API, a listener that forwards its events to your machine, and its tools for AI assistants",
    license: "Apache-2.0",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.3" },
    exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" },
    types: "./index.d.ts",
    bin: { foyer: "cli.js" },
  }
}
