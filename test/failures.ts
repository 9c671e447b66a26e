// Says in a few lines what failed. A test that compares a whole page would otherwise print the page, twice; here it
// prints what was expected, what the page says nearest to that, and where the entire page is stored.
import type { AssertionError } from "node:assert"
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const max_lines = 16
const max_width = 200
/** Longer values go into a file. */
const max_shown = 600

/** Returns an error that inspects as a short text with the stack of its source; long values go to files in `folder`. */
export function shortenError(error: Error, folder: string): Error {
  const { name, stack = "" } = error
  const lines = isAssertion(error) ? sayAssertion(error, folder) : error.message.split("\n")
  const message = lines.slice(0, max_lines).map(cut).join("\n")
  const calls = stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !/node:|node_modules\/[^.]|<anon/.test(line))
  const short = new Error(message)
  short.stack = [`${name}: ${message}`, ...calls.slice(0, 3)].join("\n")
  return short
}

/** Names a folder for long values, without what failed more than a day ago. */
export function openFailures(root: string): string {
  const folder = join(root, "node_modules/.cache/foyer-failures")
  mkdirSync(folder, { recursive: true })
  for (const file of globSync(join(folder, "*")))
    if (Date.now() - statSync(file).mtimeMs > 24 * 3_600_000) rmSync(file, { force: true })
  return folder
}

/** An error of `assert`, which another process has passed on. */
function isAssertion(error: Error): error is AssertionError {
  return "operator" in error && "actual" in error && "expected" in error
}

function sayAssertion(error: AssertionError, folder: string): string[] {
  const { actual, expected, operator, generatedMessage, message } = error
  const own = generatedMessage ? [] : message.split("\n").slice(0, 4)
  const isLong = typeof actual === "string" && actual.length > max_shown
  if (!isLong || operator === "==") return shortenDiff(message)
  const file = store(actual, folder)
  if (expected instanceof RegExp) return [...own, ...sayPattern(actual, expected, operator), `All: ${file}`]
  return [...own, ...sayDifference(actual, String(expected)), `All: ${file}`]
}

function sayPattern(text: string, pattern: RegExp, operator: string): string[] {
  const lines = splitLines(text)
  const isUnwanted = operator === "doesNotMatch"
  const at = isUnwanted ? lineOf(text, pattern, lines) : findNearest(lines, pattern)
  return [
    isUnwanted ? `Unexpected: ${pattern}` : `Expected: ${pattern}`,
    ...sayPlace(lines, at),
    ...sayFaults(text),
    isUnwanted ? "It says:" : "Nearest to it:",
    ...lines.slice(Math.max(0, at - 2), at + 4).map((line) => `  ${line}`),
  ]
}

/** Pages come in one line; each element begins another. */
function splitLines(text: string): string[] {
  return text
    .replaceAll("><", ">\n<")
    .split("\n")
    .filter((line) => line.trim() !== "")
}

/** The page's title and the heading above the line. */
function sayPlace(lines: string[], at: number): string[] {
  const heading = /^\s*<(title|h[1-6])\b/
  const title = lines.find((line) => /^\s*<title\b/.test(line))
  const above = lines.slice(0, at + 1).findLast((line) => heading.test(line))
  return [...new Set([title, above])].filter((line) => line !== undefined).map((line) => `On: ${plain(line)}`)
}

/** What a form refuses, from its error summary. */
function sayFaults(text: string): string[] {
  const [, rest] = text.split('id="error-summary"', 2)
  const [summary = ""] = rest?.split("</ul>", 1) ?? []
  return summary
    .split("<a ")
    .slice(1, 4)
    .map((link) => `Error on the page: ${plain(`<a ${link}`)}`)
}

const plain = (html: string) =>
  html
    .split("<")
    .map((part) => part.slice(part.indexOf(">") + 1))
    .join("")
    .trim()

/** The line that starts the three with the most words of the pattern. */
function findNearest(lines: string[], pattern: RegExp): number {
  const words = new Set(
    pattern.source
      .replaceAll(/\\[a-zA-Z]/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  )
  const scores = lines.map((line) => {
    const lower = line.toLowerCase()
    return [...words].reduce((sum, word) => sum + (lower.includes(word) ? word.length : 0), 0)
  })
  const around = scores.map((score, at) => 2 * score + (scores[at + 1] ?? 0) + (scores[at + 2] ?? 0))
  return around.indexOf(Math.max(...around))
}

function lineOf(text: string, pattern: RegExp, lines: string[]): number {
  const [found = ""] = new RegExp(pattern.source, pattern.flags.replace("y", "")).exec(text) ?? []
  const [first = ""] = splitLines(found)
  return Math.max(
    0,
    lines.findIndex((line) => line.includes(first)),
  )
}

function sayDifference(actual: string, expected: string): string[] {
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 80))
  return [`Differs at character ${at}:`, `  actual   ${around(actual)}`, `  expected ${around(expected)}`]
}

/** Of a long comparison, the lines that differ. */
function shortenDiff(message: string): string[] {
  const lines = message.split("\n")
  if (lines.length <= max_lines) return lines
  const [first = ""] = lines
  return [first, ...lines.slice(1).filter((line) => /^[+-] /.test(line))]
}

let count = 0

function store(text: string, folder: string): string {
  count += 1
  const isPage = /^\s*<(!doctype|html)/i.test(text)
  const file = join(folder, `${process.pid}-${count}.${isPage ? "html" : "txt"}`)
  writeFileSync(file, text)
  return file
}

function cut(line: string): string {
  return line.length > max_width ? `${line.slice(0, max_width)} …` : line
}
