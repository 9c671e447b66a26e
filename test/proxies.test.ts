// The proxies of ops/, as they are but for names, ports, and the certificate, before servers that say what reaches them.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { buffer } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { certificate, key } from "./harness/own-certificate.ts"
import { waitUntil } from "./harness/wait-until.ts"

interface Place {
  folder: string
  port: number
  plain_port: number
  nodes: number[]
}

/** Each proxy's file with what differs here, and how the proxy is started with that. */
const proxies = {
  caddy: {
    file: "ops/caddy/Caddyfile",
    place: (text: string, { folder, port, nodes }: Place) =>
      text
        .replace(/^(?=intake)/m, "{\nadmin off\nskip_install_trust\nauto_https disable_redirects\n}\n")
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
}

/** Starts a proxy before servers on these ports. Skips the test on a machine without it. */
async function startProxy(t: TestContext, name: keyof typeof proxies, nodes: number[]) {
  const { file, place, words } = proxies[name]
  const program = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, name))
    .find(existsSync)
  if (!program) return t.skip(`${name} is not installed (apt install ${name})`)
  const folder = mkdtempSync(join(tmpdir(), `foyer-${name}-`))
  const [port, plain_port] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")]
  const path = join(folder, "configuration")
  writeFileSync(path, place(readFileSync(file, "utf8"), { folder, port, plain_port, nodes }))
  writeFileSync(join(folder, "certificate"), certificate)
  writeFileSync(join(folder, "key"), key)
  const child = spawn(program, words(path), {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (text) => {
    said += text
  })
  t.after(async () => {
    child.kill("SIGTERM")
    if (child.exitCode === null) await once(child, "exit")
    rmSync(folder, { recursive: true })
  })
  const send = (url: string, headers: IncomingHttpHeaders = {}, body = Buffer.alloc(0)) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(`https://localhost:${port}${url}`, {
        ...{ method: body.length > 0 ? "POST" : "GET", headers, rejectUnauthorized: false, agent: false },
      })
      sent.once("error", reject).once("response", async (response) => {
        resolve({ status: response.statusCode ?? 0, text: String(await buffer(response)) })
      })
      sent.end(body)
    })
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    const { status } = await send("/").catch(() => ({ status: 0 }))
    return status > 0
  }, `${name} does not answer`)
  return { send, origin: `https://localhost:${port}` }
}

async function listen(
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

/** Says which headers arrived, and how many bytes. */
const echo: RequestListener = async (incoming, outgoing) => {
  const bytes = (await buffer(incoming)).length
  outgoing.end(JSON.stringify({ headers: incoming.headers, bytes }))
}

for (const name of Object.keys(proxies) as (keyof typeof proxies)[]) {
  test(`${name} passes on what Foyer needs to know of a request, and nothing that a client invents`, async (t) => {
    const { port } = await listen(t, echo)
    const proxy = await startProxy(t, name, [port])
    if (!proxy) return
    const sent = {
      "accept-encoding": "br",
      "sec-fetch-site": "same-origin",
      origin: proxy.origin,
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
    }
    const { headers, bytes } = JSON.parse(
      (await proxy.send("/portal", sent, Buffer.alloc(100 * 1024 * 1024))).text,
    )
    assert.equal(bytes, 100 * 1024 * 1024)
    assert.equal(headers["x-forwarded-for"], "127.0.0.1")
    assert.equal(headers["x-forwarded-proto"], "https")
    assert.equal(`https://${headers.host}`, proxy.origin)
    for (const header of ["accept-encoding", "sec-fetch-site", "origin"] as const)
      assert.equal(headers[header], sent[header])
  })
}

test("nginx asks the next node for a style sheet that one does not have", async (t) => {
  const nodes = await Promise.all(
    ["old", "new"].map((build) =>
      listen(t, ({ url }, outgoing) => {
        outgoing.statusCode = url === `/assets/${build}.css` || !url?.startsWith("/assets/") ? 200 : 404
        outgoing.end(build)
      }),
    ),
  )
  const proxy = await startProxy(
    t,
    "nginx",
    nodes.map(({ port }) => port),
  )
  if (!proxy) return
  for (const build of ["old", "new", "new", "old", "old"])
    assert.deepEqual(await proxy.send(`/assets/${build}.css`), { status: 200, text: build })
  assert.equal((await proxy.send("/assets/neither.css")).status, 404)
})

test("a request waits at Caddy while Foyer restarts", async (t) => {
  const { server, port } = await listen(t, echo)
  const proxy = await startProxy(t, "caddy", [port])
  if (!proxy) return
  server.closeAllConnections()
  server.close()
  await once(server, "close")
  const waiting = proxy.send("/portal")
  const first = await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve, "waits"))])
  assert.equal(first, "waits")
  await listen(t, echo, port)
  assert.equal((await waiting).status, 200)
})
