import assert from "node:assert/strict"
import { test } from "node:test"
import { isNameOf } from "./signer-names.ts"

const signer = (full_name: string) => ({ full_name })

test("a signature may leave out or add middle names, initials and suffixes, but not change first and last name", () => {
  const same: [record: string, typed: string][] = [
    ["Ana Reed", "Ana Reed"],
    ["Ana Reed", "ana  REED"],
    ["Ana Reed", "Ana M. Reed"],
    ["Ana María de la Cruz", "Ana Cruz"],
    ["José Núñez Jr.", "Jose Nunez"],
    ["O’Neil, Siobhán", "Siobhan O'Neil"],
    ["Madonna", "Madonna"],
    ["", "Anyone At All"],
  ]
  const different: [record: string, typed: string][] = [
    ["Ana Reed", "Txt73 Your full name"],
    ["Ana Reed", "Ana"],
    ["Ana Reed", "Anna Reed"],
    ["Ana Reed", "Bo Reed"],
    ["Ana Reed", "Ana Ng"],
    ["Madonna", "Cher"],
  ]
  for (const [record, typed] of same) assert.ok(isNameOf(typed, signer(record)), `${record} / ${typed}`)
  for (const [record, typed] of different) assert.ok(!isNameOf(typed, signer(record)), `${record} / ${typed}`)
})
