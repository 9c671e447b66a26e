// The proxies of ops/, as they are but for names, ports, and the certificate.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { buffer } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { certificate, key } from "./own-certificate.ts"
import { waitUntil } from "./wait-until.ts"

interface Place {
  folder: string
  port: number
  plain_port: number
  nodes: number[]
}

/** Each proxy's file with what differs here, and how the proxy is started with that. */
export const proxies = {
  caddy: {
    file: "ops/caddy/Caddyfile",
    place: (text: string, { folder, port, nodes }: Place) =>
      text
        .replace(/^\{$/m, "{\nadmin off\nskip_install_trust\nauto_https disable_redirects")
        .replace(
          /^intake.example.com \{/m,
          `https://localhost:${port} {\ntls ${folder}/certificate ${folder}/key`,
        )
        .replace("127.0.0.1:8080", nodes.map((node) => `127.0.0.1:${node}`).join(" ")),
    words: (path: string) => ["run", "--adapter", "caddyfile", "--config", path],
  },
  nginx: {
    file: "ops/nginx/foyer.conf",
    place: (text: string, { folder, port, plain_port, nodes }: Place) => {
      const placed = text
        .replace(/listen \[::\].*/g, "")
        .replace("listen 80;", `listen 127.0.0.1:${plain_port};`)
        .replace("listen 443", `listen 127.0.0.1:${port}`)
        .replace(/(ssl_certificate) .*;/, `$1 ${folder}/certificate;`)
        .replace(/(ssl_certificate_key) .*;/, `$1 ${folder}/key;`)
        .replace("server 127.0.0.1:8080;", nodes.map((node) => `server 127.0.0.1:${node};`).join("\n"))
      const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      return `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${folders.join(" ")} ${placed} }`
    },
    words: (path: string) => ["-p", join(path, ".."), "-c", path],
  },
  haproxy: {
    file: "ops/haproxy/foyer.cfg",
    place: (text: string, { folder, port, plain_port, nodes: [first, second = first] }: Place) =>
      text
        .replace("bind :80", `bind 127.0.0.1:${plain_port}`)
        .replace("bind :443", `bind 127.0.0.1:${port}`)
        .replaceAll("/etc/haproxy/", `${folder}/`)
        .replace("127.0.0.1:8080", `127.0.0.1:${first}`)
        .replace("127.0.0.1:8081", `127.0.0.1:${second}`),
    words: (path: string) => ["-db", "-f", path],
  },
}

/** Which firms HAProxy finds at the second installation. */
export const firm_of_second = { place: "0a1b2c3d4e", id: "firm_0123" }

/** Starts a proxy before servers on these ports. Skips the test on a machine without it. */
export async function startProxy(
  t: TestContext,
  name: keyof typeof proxies,
  nodes: number[],
  edit = (text: string) => text,
) {
  const { file, place, words } = proxies[name]
  const program = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, name))
    .find(existsSync)
  if (!program) return t.skip(`${name} is not installed (apt install ${name})`)
  const folder = mkdtempSync(join(tmpdir(), `foyer-${name}-`))
  const [port, plain_port] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")]
  const path = join(folder, "configuration")
  writeFileSync(path, place(edit(readFileSync(file, "utf8")), { folder, port, plain_port, nodes }))
  writeFileSync(join(folder, "certificate"), certificate)
  writeFileSync(join(folder, "key"), key)
  writeFileSync(join(folder, "intake.example.com.pem"), `${certificate}\n${key}`)
  writeFileSync(join(folder, "firms.map"), `${firm_of_second.place} second\n${firm_of_second.id} second\n`)
  const child = spawn(program, words(path), {
    // Unpacked from Debian's packages, a proxy finds its libraries beside it.
    env: { ...process.env, HOME: folder, LD_LIBRARY_PATH: librariesOf(program) },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (text) => {
    said += text
  })
  const stop = async () => {
    child.kill("SIGTERM")
    if (child.exitCode === null && child.signalCode === null) await once(child, "close")
    return said
  }
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  const send = (url: string, headers: IncomingHttpHeaders = {}, body = Buffer.alloc(0)) =>
    new Promise<{ status: number; text: string; cookies: string[] }>((resolve, reject) => {
      const sent = request(`https://localhost:${port}${url}`, {
        ...{ method: body.length > 0 ? "POST" : "GET", headers, rejectUnauthorized: false, agent: false },
      })
      sent.once("error", reject).once("response", async (response) => {
        const cookies = response.headers["set-cookie"] ?? []
        resolve({ status: response.statusCode ?? 0, text: String(await buffer(response)), cookies })
      })
      sent.end(body)
    })
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    const { status } = await send("/").catch(() => ({ status: 0 }))
    return status > 0
  }, `${name} does not answer`)
  return { send, origin: `https://localhost:${port}`, stop }
}

function librariesOf(program: string): string {
  const folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  return folders.map((name) => join(program, "../../lib", name)).join(delimiter)
}

export async function listen(
  t: TestContext,
  respond: RequestListener,
  port = 0,
): Promise<{ server: Server; port: number }> {
  const server = createServer(respond).listen(port, "127.0.0.1")
  await once(server, "listening")
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  const address = server.address()
  return { server, port: typeof address === "object" ? (address?.port ?? 0) : 0 }
}
