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

const sample_file = "Will.pdf"

function curlOf({ method, url, headers, body, file, takes_file }: SampleRequest): string {
  const how = method === "GET" ? "" : `-X ${method} `
  // Saves the file under the name in the response.
  const lines = [`curl ${file ? "-OJ " : how}${quoted(url)}`, `-H "Authorization: Token $FOYER_KEY"`]
  for (const [name, value] of headers) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) lines.push(`-d ${quoted(JSON.stringify(body, null, 2))}`)
  if (takes_file) lines.push(`--data-binary @${sample_file}`)
  return lines.join(" \\\n  ")
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** With the client package that every Foyer serves. */
function typescriptOf({ operation, base_url, params, file, takes_file }: SampleRequest): string {
  const given = Object.keys(params).length > 0 ? literalOf(params, typescript, "") : ""
  const upload = `{ matter_id: "${params.matter_id}", filename: "${sample_file}", file: await openAsBlob("${sample_file}") }`
  const call = `await foyer.${takes_file ? `upload(${upload})` : `${operation}(${given})`}`
  return [
    ...(file ? [`import { writeFile } from "node:fs/promises"`] : []),
    ...(takes_file ? [`import { openAsBlob } from "node:fs"`] : []),
    `import { Foyer } from "@foyer/client" // npm install ${base_url}/sdk/foyer.tgz`,
    "",
    `const { FOYER_KEY = "" } = process.env`,
    `const foyer = new Foyer({ url: ${JSON.stringify(base_url)}, key: FOYER_KEY })`,
    file
      ? `const { body } = ${call}\nawait writeFile(${JSON.stringify(file)}, body)`
      : `console.log(${call})`,
  ].join("\n")
}

function pythonOf({ method, url, headers, body, file, takes_file }: SampleRequest): string {
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
    ...(takes_file ? [`    data=open("${sample_file}", "rb").read(),`] : []),
    ")",
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    ...(file
      ? [
          `        with open(${JSON.stringify(file)}, "wb") as file:`,
          "            file.write(response.read())",
        ]
      : [`        print(${takes_file ? "response.read().decode()" : "json.load(response)"})`]),
    // Its own message does not say what was refused.
    "except urllib.error.HTTPError as refusal:",
    "    raise SystemExit(refusal.read().decode())",
  ].join("\n")
}
