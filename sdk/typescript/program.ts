import { listen, usage as listening } from "./listen.ts"
import { bridgeMcp, usage as bridging } from "./mcp.ts"

/** Runs the package's program, and returns its exit code. */
export async function runProgram(
  [command = "--help", ...words]: string[],
  env: Record<string, string | undefined>,
  print: (line: string) => void = console.log,
): Promise<number> {
  if (command === "listen") return listen(words, env, print)
  if (command === "mcp")
    return bridgeMcp(words, env, { input: process.stdin, print, complain: console.error })
  const isHelp = command === "help" || command === "--help"
  if (!isHelp) print(`There is no command ${command}.\n`)
  print(listening)
  print(bridging)
  return isHelp ? 0 : 1
}
