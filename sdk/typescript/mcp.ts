// Offers the tools of an installation to an assistant that starts its servers itself: what comes in on standard input is
// posted to Foyer's own server of the Model Context Protocol, and what that answers goes out on standard output.
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"

export const usage = `Usage: foyer mcp [options]

Offers Foyer's API to an AI assistant that starts this program: Model Context Protocol over standard input
and output. The assistant gets the tools that the key's scopes allow.

  --url <address>   where Foyer is; FOYER_URL unless given
  --key <key>       an API key; better given as FOYER_KEY
  --read-only       only the tools that change nothing
  --help            print this
`

const options = {
  url: { type: "string" },
  key: { type: "string" },
  "read-only": { type: "boolean" },
  help: { type: "boolean" },
} as const

interface Message {
  id?: string | number
  method?: string
  result?: { protocolVersion?: string }
}

interface Streams {
  input: NodeJS.ReadableStream
  print: (line: string) => void
  /** For people: standard output is the assistant's. */
  complain: (line: string) => void
}

/** Runs the command until its input ends, and returns its exit code. */
export async function bridgeMcp(
  words: string[],
  env: Record<string, string | undefined>,
  { input, print, complain }: Streams = {
    input: process.stdin,
    print: console.log,
    complain: console.error,
  },
): Promise<number> {
  let address: URL
  let key: string | undefined
  try {
    const { values } = parseArgs({ args: words, options })
    if (values.help) {
      print(usage)
      return 0
    }
    address = addressOf(values.url ?? env.FOYER_URL, values["read-only"] === true)
    key = values.key ?? env.FOYER_KEY
    if (!key) throw new Error("Put an API key into FOYER_KEY.")
  } catch (error) {
    if (!(error instanceof Error)) throw error
    complain(error.message)
    return 1
  }
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  }
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    if (!line.trim()) continue
    const passed = passOn(line).finally(() => pending.delete(passed))
    pending.add(passed)
    // What follows carries the version that this one agrees on.
    if (line.includes('"initialize"')) await passed
  }
  await Promise.all(pending)
  return 0

  async function passOn(line: string): Promise<void> {
    try {
      const response = await fetch(address, { method: "POST", headers, body: line })
      const text = await response.text()
      if (!response.ok) throw new Error(`Foyer answered ${response.status}: ${text.slice(0, 500)}`)
      for (const message of messagesIn(text)) {
        const version = (JSON.parse(message) as Message).result?.protocolVersion
        if (version) headers["mcp-protocol-version"] = version
        print(message)
      }
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error }
      const sentence = cause ? `${address.origin} doesn't answer: ${cause.message || message}` : message
      complain(sentence)
      const id = idOf(line)
      if (id === undefined) return
      print(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: sentence } }))
    }
  }
}

function addressOf(url: string | undefined, is_read_only: boolean): URL {
  if (!url) throw new Error("Say where Foyer is, with --url or FOYER_URL.")
  if (!URL.canParse(url))
    throw new Error(`"${url}" is no address of Foyer, such as https://intake.firm.example.`)
  return new URL(`mcp${is_read_only ? "?tools=read" : ""}`, url.endsWith("/") ? url : `${url}/`)
}

/** The messages in a response: one as JSON, or each a line of a stream of events. */
function messagesIn(text: string): string[] {
  if (text.trimStart().startsWith("{")) return [JSON.stringify(JSON.parse(text))]
  return text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trim())
    .filter(Boolean)
}

function idOf(line: string): Message["id"] {
  try {
    return (JSON.parse(line) as Message).id
  } catch {
    return undefined
  }
}
