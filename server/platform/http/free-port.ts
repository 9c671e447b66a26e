import type { AddressInfo } from "node:net"
import { createServer } from "node:net"

/** A free port on `host`: links are written before the server listens, so port 0 must become a real one. */
export async function findFreePort(host: string): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, host, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
