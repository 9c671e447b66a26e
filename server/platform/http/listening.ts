import type { Server } from "node:net"
import { findFreePort } from "./free-port.ts"

/** Where to listen, and the settings that say so, which errors name. */
export interface ListeningPlace {
  port: number
  host: string
  settings: { port: string; host: string }
}

/** Resolves once the server listens. Throws an error that names the setting and the remedy. */
export function listen(server: Server, place: ListeningPlace): Promise<void> {
  return explainListening(
    place,
    new Promise((resolve, reject) => server.once("error", reject).listen(place.port, place.host, resolve)),
  )
}

/** Returns a free port on the host. Throws as `listen` does. */
export function findPortAt(place: ListeningPlace): Promise<number> {
  return explainListening(place, findFreePort(place.host))
}

/** Passes on what listens at `place`, and names the setting in its error. */
export async function explainListening<T>(place: ListeningPlace, listening: Promise<T>): Promise<T> {
  try {
    return await listening
  } catch (error) {
    throw new Error(sentenceOf(error as NodeJS.ErrnoException, place), { cause: error })
  }
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, { port, host, settings }: ListeningPlace) {
  const [at_port, at_host] = [`${settings.port}=${port}`, `${settings.host}=${host}`]
  switch (code) {
    case "EADDRINUSE":
      return `Another program already listens on ${host}, port ${port} (${at_port}). Stop it, or set ${settings.port} to another port.`
    case "EACCES":
      return `This user may not listen on port ${port} (${at_port}). Set ${settings.port} to one above 1023, and put a reverse proxy before it.`
    case "EADDRNOTAVAIL":
      return `This machine has no network address ${host} (${at_host}). Set ${settings.host} to one that it has, 127.0.0.1, or 0.0.0.0 for all of them.`
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `DNS does not know the host ${host} (${at_host}). Set ${settings.host} to an address of this machine.`
    default:
      return `Foyer can't listen at ${at_host}, ${at_port}: ${message}.`
  }
}
