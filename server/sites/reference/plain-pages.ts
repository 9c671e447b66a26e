// The documentation as Markdown, for assistants and for those who read without a browser: `/llms.txt` leads to every
// page (https://llmstxt.org), and each page has its Markdown at its own address followed by `.md`.
import { marked, type Tokens } from "marked"
import { subscribableTypes } from "../../firm/events/schema.ts"
import { faultCodes } from "../../platform/fault-codes.ts"
import { type Document, listOperations, type Operation } from "./document.ts"
import { apiErrors } from "./error-codes.ts"
import { url as example_url } from "./example-documents.ts"
import { type Field, fieldsOf, fieldsOfAny } from "./fields.ts"
import { guide, introduction } from "./guide.ts"
import { listGuides, readChanges, readRecipe } from "./guides.ts"
import { withAddress, wordsOf } from "./markdown.tsx"
import { commonErrorsOf, fieldOfParameter, responseOf } from "./operation.tsx"
import { groupOperations, type OperationGroup } from "./page.tsx"
import { listening, quickStartPrograms } from "./quick-start.tsx"
import { languages } from "./samples/languages.ts"
import { sampleRequestOf } from "./samples/requests.ts"
import { receivers, sampleDelivery, sampleSecret } from "./webhooks.ts"

export interface PlainPage {
  /** The page's path; its Markdown is at the same with `.md`. */
  path: string
  title: string
  about: string
  /** Which part of the list it belongs to. */
  part: "Start" | "Operations" | "Guides" | "Optional"
  write: () => string
}

/** Every page of the API's documentation, in the order of its contents. */
export function listPlainPages(source: object): PlainPage[] {
  const document = source as Document
  const base_url = document.servers[0]?.url ?? ""
  const operations = listOperations(document)
  return [
    {
      path: "/docs",
      title: "Before the first request",
      about: "Quick start, keys, paging, retries, limits, events, webhooks, and every error code.",
      part: "Start",
      write: () => writeStart(operations, base_url),
    },
    ...groupOperations(document).map((group) => ({
      path: group.path,
      title: group.name,
      about: group.description,
      part: "Operations" as const,
      write: () => writeGroup(group, operations, base_url),
    })),
    ...listGuides().map(({ path, title, markdown }) => ({
      path,
      title,
      about: firstSentenceOf(markdown),
      part: "Guides" as const,
      write: () => writeGuide(markdown, operations, base_url),
    })),
    { path: "/docs/changes", title: "Changes", about: "", part: "Optional", write: readChanges },
  ]
}

/** In words alone, without links. */
function firstSentenceOf(markdown: string): string {
  const paragraph = marked.lexer(markdown).find((token) => token.type === "paragraph") as Tokens.Paragraph
  const [sentence = ""] = wordsOf(paragraph).split(". ")
  return `${sentence.replace(/[.:]$/, "")}.`
}

/** The list of all pages for assistants. */
export function writeList(pages: readonly PlainPage[], source: object): string {
  const { info, servers } = source as Document
  const base_url = servers[0]?.url ?? ""
  const parts = [...new Set(pages.map(({ part }) => part))].map((part) => {
    const lines = pages
      .filter((page) => page.part === part)
      .map(({ path, title, about }) => `- [${title}](${base_url}${path}.md)${about && `: ${about}`}`)
    const document = `- [OpenAPI 3.1 document](${base_url}/v1/openapi.json)`
    return `## ${part}\n\n${[...lines, ...(part === "Optional" ? [document] : [])].join("\n")}\n`
  })
  return `# ${info.title} API\n\n> ${introduction}\n\n${parts.join("\n")}`
}

function writeStart(operations: readonly Operation[], base_url: string): string {
  const programs = (step: "create" | "read") =>
    quickStartPrograms(step).map(({ name, text }) => fenced(text, name))
  const chapters = guide.map(({ title, text }) => `## ${title}\n\n${text.replaceAll(example_url, base_url)}`)
  return [
    `# Before the first request\n\n${introduction}`,
    `## Quick start\n\nAn admin creates a key in the console. Set \`FOYER_URL\` to ${base_url} and \`FOYER_KEY\` to the key.`,
    "### Create a matter",
    ...programs("create"),
    `### Wait for its event\n\n${fenced(listening, "curl")}`,
    "### Save what was submitted",
    ...programs("read"),
    ...chapters,
    `## A delivery\n\nSigned with \`${sampleSecret}\`; its last line is the body, byte by byte.\n\n${fenced(sampleDelivery)}`,
    ...receivers.map(({ language, text }) => `### A receiver in ${language}\n\n${fenced(text, language)}`),
    `## Types to subscribe to\n\n${subscribableTypes.map((type) => `- \`${type}\``).join("\n")}`,
    `## Errors of every request\n\n${errorLines(commonErrorsOf(operations))}`,
    `## Error codes\n\n${apiErrors.map(({ code, status, meaning }) => `- \`${code}\` (${status}): ${meaning}`).join("\n")}`,
    `## Codes in the errors of a 400\n\n${Object.entries(faultCodes)
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
      .join("\n")}`,
    "",
  ].join("\n\n")
}

function writeGroup(
  { name, description, operations }: OperationGroup,
  all: readonly Operation[],
  base_url: string,
): string {
  const common = commonErrorsOf(all).map(({ description }) => description)
  const parts = operations.map((operation) => {
    const { method, path, summary, description, parameters, body, success } = operation
    const errors = operation.errors.filter((error) => !common.includes(error.description))
    const request = sampleRequestOf(operation, base_url)
    return [
      `## ${summary}\n\n\`${method.toUpperCase()} ${path}\`\n\n${description}`,
      parameters.length > 0 && `### Parameters\n\n${fieldLines(parameters.map(fieldOfParameter))}`,
      body && `### Body\n\n${fieldLines(fieldsOf(body.schema))}`,
      ...languages.map(({ name, render }) => fenced(render(request), name)),
      `### Response ${success.status}\n\n${fenced(responseOf(operation, base_url), success.file ? "" : "json")}`,
      !success.file && fieldLines(fieldsOfAny(success.schema), true),
      `### Errors besides those of every request\n\n${errorLines(errors)}`,
    ]
      .filter(Boolean)
      .join("\n\n")
  })
  return [`# ${name}\n\n${description}`, ...parts, ""].join("\n\n")
}

/** A guide with the requests and files that its page shows, in their places. */
function writeGuide(markdown: string, operations: readonly Operation[], base_url: string): string {
  const [curl] = languages
  const requestOf = (operation: Operation) => curl?.render(sampleRequestOf(operation, base_url)) ?? ""
  const written = markdown
    .replaceAll(/^```recipe\n(.+)\n```$/gm, (_, name: string) =>
      fenced(readRecipe(name), name.split(".").at(-1) ?? ""),
    )
    .replaceAll(/^```sample\n([^`]+)\n```$/gm, (_, names: string) =>
      operations
        .filter(({ id }) => names.split("\n").includes(id))
        .map((operation) => fenced(requestOf(operation), "curl"))
        .join("\n\n"),
    )
  return withAddress(written, base_url)
}

function fieldLines(fields: readonly Field[], isAnswer = false): string {
  return fields
    .map(({ name, type, required, description }) => {
      const need = isAnswer ? (required ? "" : ", where there is one") : required ? ", required" : ""
      return `- \`${name}\` (${type}${need})${description && `: ${description}`}`
    })
    .join("\n")
}

function errorLines(errors: readonly Operation["errors"][number][]): string {
  return errors.map(({ status, code, description }) => `- ${status} \`${code}\`: ${description}`).join("\n")
}

function fenced(text: string, language = ""): string {
  const name =
    { curl: "sh", Python: "python", TypeScript: "ts", "C#": "cs" }[language] ?? language.toLowerCase()
  return `\`\`\`${name}\n${text.trimEnd()}\n\`\`\``
}
