import { literalOf, python, typescript } from "./literals.ts"
import type { SampleRequest } from "./requests.ts"

export interface Language {
  id: "curl" | "typescript" | "python"
  name: string
  /** The request as a program to paste, with the key in `FOYER_KEY`. */
  render: (request: SampleRequest) => string
}

export const languages: readonly Language[] = [
  { id: "curl", name: "curl", render: curlOf },
  { id: "typescript", name: "TypeScript", render: typescriptOf },
  { id: "python", name: "Python", render: pythonOf },
]

function curlOf({ method, url, headers, body, file }: SampleRequest): string {
  const how = method === "GET" ? "" : `-X ${method} `
  // Saves the file under the name in the response.
  const lines = [`curl ${file ? "-OJ " : how}${quoted(url)}`, `-H "Authorization: Token $FOYER_KEY"`]
  for (const [name, value] of headers) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) lines.push(`-d ${quoted(JSON.stringify(body, null, 2))}`)
  return lines.join(" \\\n  ")
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** With the client package that every Foyer serves. */
function typescriptOf({ operation, base_url, params, file }: SampleRequest): string {
  const given = Object.keys(params).length > 0 ? literalOf(params, typescript, "") : ""
  const call = `await foyer.${operation}(${given})`
  return [
    ...(file ? [`import { writeFile } from "node:fs/promises"`] : []),
    `import { Foyer } from "@foyer/client" // npm install ${base_url}/sdk/foyer.tgz`,
    "",
    `const { FOYER_KEY = "" } = process.env`,
    `const foyer = new Foyer({ url: ${JSON.stringify(base_url)}, key: FOYER_KEY })`,
    file
      ? `const { body } = ${call}\nawait writeFile(${JSON.stringify(file)}, body)`
      : `console.log(${call})`,
  ].join("\n")
}

function pythonOf({ method, url, headers, body, file }: SampleRequest): string {
  return [
    file ? "import os, urllib.request" : "import json, os, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    ...(method === "GET" ? [] : [`    method=${JSON.stringify(method)},`]),
    "    headers={",
    `        "Authorization": "Token " + os.environ["FOYER_KEY"],`,
    ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    "    },",
    ...(body === undefined ? [] : [`    data=json.dumps(${literalOf(body, python, "    ")}).encode(),`]),
    ")",
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    ...(file
      ? [
          `        with open(${JSON.stringify(file)}, "wb") as file:`,
          "            file.write(response.read())",
        ]
      : ["        print(json.load(response))"]),
    // Its own message does not say what was refused.
    "except urllib.error.HTTPError as refusal:",
    "    raise SystemExit(refusal.read().decode())",
  ].join("\n")
}
