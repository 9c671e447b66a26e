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

function typescriptOf({ method, url, headers, body, file }: SampleRequest): string {
  return [
    ...(file ? [`import { writeFile } from "node:fs/promises"`, ""] : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    "  headers: {",
    `    Authorization: \`Token \${process.env.FOYER_KEY}\`,`,
    ...headers.map(([name, value]) => `    ${typescript.key(name)}: ${JSON.stringify(value)},`),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literalOf(body, typescript, "  ")}),`]),
    "})",
    "if (!response.ok) throw new Error(await response.text())",
    file
      ? `await writeFile(${JSON.stringify(file)}, Buffer.from(await response.arrayBuffer()))`
      : "console.log(await response.json())",
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
