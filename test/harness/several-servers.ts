// One installation on several servers: separate databases represent them, and a port where nothing listens represents
// one that is down.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createApp } from "../../server/app.ts"
import { readConfig } from "../../server/config.ts"
import type { App } from "../../server/platform/http/app.ts"
import { serverNamed } from "../../server/platform/servers/choosing.ts"
import { type Core, openCore } from "../../server/service.ts"
import { newFirm, type TestFirm } from "./service.ts"

export interface SeveralServers extends Core {
  app: App
  newFirmAt(server: string): Promise<TestFirm>
}

export const nowhere = "postgres://foyer@127.0.0.1:1/foyer"

/** Opens the installation whose first server is at `url`, and the others, by name, at their URLs. */
export async function openSeveralServers(
  url: string,
  more: Record<string, string>,
  data_dir: string,
): Promise<SeveralServers> {
  const core = await openCore(settingsOf(url, more, data_dir))
  const app = await createApp(core)
  await app.ready()
  return {
    ...core,
    app,
    newFirmAt: (server) => newFirm(core.db, app, { at: serverNamed(core.servers, server).db }),
    close: async () => {
      await app.close()
      await core.close()
    },
  }
}

export function settingsOf(url: string, more: Record<string, string>, data_dir: string) {
  return readConfig({
    NODE_ENV: "test",
    FOYER_DATA: data_dir,
    DATABASE_URL: url,
    FOYER_MORE_DATABASES: Object.entries(more)
      .map((pair) => pair.join("="))
      .join(" "),
    FOYER_API_RATE_LIMIT: "0",
    FOYER_FAILURE_RATE_LIMIT: "0",
    FOYER_LOG_LEVEL: process.env.FOYER_LOG_LEVEL ?? "silent",
  })
}

/** Creates a data folder, and removes it in the end. */
export async function newDataFolder(): Promise<{ data_dir: string; remove(): Promise<void> }> {
  const data_dir = await mkdtemp(join(tmpdir(), "foyer-servers-"))
  return { data_dir, remove: () => rm(data_dir, { recursive: true, force: true }) }
}
