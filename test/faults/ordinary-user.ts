// An ordinary user with an empty folder and few programs: no Git, no compiler, and no rights of root.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../server/platform/http/free-port.ts"

/** What root runs, an account that owns nothing runs instead. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const programs = ["sh", "env", "mkdir", "cp"]

export interface OrdinaryUser {
  home: string
  base_url: string
  /** Runs a line of a shell in the home folder; a line that ends in `&` goes on after it has printed `until`. */
  run(line: string, until: RegExp): Promise<string>
  /** Ends what goes on. */
  end(): Promise<void>
}

export async function newOrdinaryUser(folder: string): Promise<OrdinaryUser> {
  const [home, bin] = [join(folder, "home"), join(folder, "bin")]
  mkdirSync(home)
  mkdirSync(bin)
  for (const name of programs) symlinkSync(String(execFileSync("which", [name])).trim(), join(bin, name))
  symlinkSync(process.execPath, join(bin, "node"))
  const npm = process.env.npm_execpath ?? String(execFileSync("which", ["npm"])).trim()
  writeFileSync(join(bin, "npm"), `#!/bin/sh\nexec node ${npm} "$@"\n`)
  chmodSync(join(bin, "npm"), 0o755)
  if (account.uid) execFileSync("chown", [`${account.uid}:${account.gid}`, home])
  const port = await findFreePort("127.0.0.1")
  const network = Object.entries(process.env).filter(([name]) => /proxy$|cert|registry/i.test(name))
  const env = { ...Object.fromEntries(network), HOME: home, PATH: bin, PORT: String(port) }
  let server: ChildProcess | undefined
  const end = async () => {
    if (!server || server.exitCode !== null) return
    server.kill("SIGTERM")
    await once(server, "exit")
  }
  return {
    home,
    base_url: `http://127.0.0.1:${port}`,
    end,
    run: async (line, until) => {
      const isServer = line.endsWith("&")
      const command = isServer ? `exec ${line.slice(0, -1)}` : line
      const child = spawn(join(bin, "sh"), ["-c", command], { cwd: home, env, ...account })
      if (isServer) server = child
      let said = ""
      const ended = once(child, "exit")
      const printed = new Promise<void>((resolve) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (text) => {
            said += text
            if (isServer && until.test(said)) resolve()
          })
      })
      await Promise.race([ended, printed])
      if (isServer ? child.exitCode !== null : child.exitCode !== 0) throw new Error(`${line}: ${said}`)
      return said
    },
  }
}
