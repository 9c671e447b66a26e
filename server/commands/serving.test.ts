import assert from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { newFolder } from "../../test/harness/new-folder.ts"
import { readConfig } from "../config.ts"
import { openLog } from "../platform/log.ts"
import { rememberAddress, withOwnPort } from "./serving.ts"

const running = { base_url: "http://127.0.0.1:4321", log: openLog("silent") }

test("commands find the running server's address, and none after it ended", (t) => {
  const data_dir = newFolder("foyer-serving-", t)
  const config = readConfig({ FOYER_DATA: data_dir })
  const forget = rememberAddress(config, running)
  assert.equal(withOwnPort(config, {}).base_url, running.base_url)
  forget()
  assert.equal(withOwnPort(config, {}).base_url, config.base_url)
})

test("a server goes on when its address cannot be saved", (t) => {
  const data_dir = newFolder("foyer-serving-", t)
  mkdirSync(join(data_dir, "address"))
  assert.doesNotThrow(() => rememberAddress(readConfig({ FOYER_DATA: data_dir }), running))
})
