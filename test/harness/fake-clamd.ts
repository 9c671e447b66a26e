// The part of clamd's protocol that the scanner uses, over TCP on loopback, for tests. It detects `eicar` in the bytes.

import type { AddressInfo } from "node:net"
import { createServer, type Socket } from "node:net"

export interface FakeClamd {
  address: string
  /** Bytes of every completed stream. */
  scanned: Buffer[]
  /** `hang`: never answers; `cut`: disconnects midway; `small`: accepts at most 1,000 bytes. */
  behave: (how: "well" | "hang" | "cut" | "small") => void
  close: () => Promise<void>
}

export async function startFakeClamd(): Promise<FakeClamd> {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let manner: "well" | "hang" | "cut" | "small" = "well"
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket))
    let held = Buffer.alloc(0)
    let isStreaming = false
    const pieces: Buffer[] = []
    socket.on("data", (data: Buffer) => {
      held = Buffer.concat([held, data])
      if (!isStreaming) {
        const end = held.indexOf(0)
        if (end < 0) return
        const command = held.subarray(0, end).toString()
        held = held.subarray(end + 1)
        if (manner !== "hang" && command === "zPING") socket.end("PONG\0")
        isStreaming = command === "zINSTREAM"
      }
      while (isStreaming && held.length >= 4) {
        const length = held.readUInt32BE(0)
        if (held.length < 4 + length) return
        if (length === 0) return void finish()
        pieces.push(held.subarray(4, 4 + length))
        held = held.subarray(4 + length)
        if (manner === "cut") return void socket.destroy()
        if (manner === "small" && Buffer.concat(pieces).length > 1_000)
          return void socket.end("INSTREAM size limit exceeded. ERROR\0")
      }
    })
    function finish(): void {
      const bytes = Buffer.concat(pieces)
      scanned.push(bytes)
      if (manner === "hang") return
      socket.end(bytes.includes("eicar") ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0")
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned,
    behave: (how) => {
      manner = how
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
