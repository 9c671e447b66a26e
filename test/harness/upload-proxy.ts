// A proxy between browser and server, for upload tests: it forwards a number of upload bytes and then stalls until it
// may forward more or is cut. Everything else passes through.
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { Transform } from "node:stream"
import { waitUntil } from "./wait-until.ts"

export interface UploadProxy {
  url: string
  /** Forwards this many upload bytes, and resolves when they have passed. */
  forward(bytes: number): Promise<void>
  /** Stops holding anything back. */
  forwardAll(): void
  /** Breaks every connection; forwarded bytes still arrive. */
  cut(): void
  /** Cuts every connection, and refuses new ones. */
  setOffline(isOffline: boolean): void
  close(): void
}

/** Megabytes are slow on a busy machine. */
const timeout_ms = 120_000

/** Opens a proxy that forwards everything until a limit is set. */
export async function openUploadProxy(target: string): Promise<UploadProxy> {
  const { hostname, port } = new URL(target)
  const connections = new Set<Socket>()
  const held = new Set<() => void>()
  let left_bytes = Number.POSITIVE_INFINITY
  let isOffline = false

  const server = createServer((near) => {
    near.on("error", () => undefined)
    if (isOffline) return void near.destroy()
    connections.add(near)
    const far = connect(Number(port), hostname)
    far.on("error", () => near.destroy())
    // A server that responds before it has read everything disconnects; forward that to a browser that is still
    // sending.
    far.once("close", () => near.destroySoon())
    const valve = openValve()
    near.pipe(valve).pipe(far)
    far.pipe(near)
    near.once("close", () => {
      connections.delete(near)
      far.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  function openValve(): Transform {
    let isUpload = false
    return new Transform({
      transform(chunk: Buffer, _, done) {
        isUpload ||= chunk.includes("PATCH /portal/uploads/")
        if (!isUpload) return done(null, chunk)
        const pass = () => {
          if (left_bytes <= 0) return void held.add(pass)
          left_bytes -= chunk.length
          held.delete(pass)
          done(null, chunk)
        }
        pass()
      },
    })
  }

  function allow(bytes: number): void {
    left_bytes = bytes
    for (const pass of [...held]) pass()
  }

  function cut(): void {
    held.clear()
    for (const near of connections) near.destroy()
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward: async (bytes) => {
      allow(bytes)
      await waitUntil(
        () => left_bytes <= 0,
        () => `${left_bytes} bytes have not come`,
        timeout_ms,
      )
    },
    forwardAll: () => allow(Number.POSITIVE_INFINITY),
    cut,
    setOffline: (offline) => {
      isOffline = offline
      if (offline) cut()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
