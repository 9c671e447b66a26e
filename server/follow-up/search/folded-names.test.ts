import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../test/harness/service.ts"
import { foldText } from "../../definition/values/folded-text.ts"
import { sql } from "../../platform/db/sql.ts"

const service = provideService()

test("a word without spaces is found from its first twenty letters on, which bounds what is stored and looked up", async () => {
  const firm = await service.newFirm()
  const count = (length: number) =>
    firm.run((tx) => {
      const word = Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("")
      return tx.one(sql`
        select length(search_words(${firm.firm_id}, ${word})) as stored,
               array_length(string_to_array(split_words_query(array[${word}]), '|'), 1) as looked_up`)
    })
  assert.deepEqual(await count(3), { stored: 3, looked_up: 3 })
  assert.deepEqual(await count(40), { stored: 20, looked_up: 20 })
})

test("the database folds names as the program does, without their punctuation", async () => {
  const names = [
    "O’Neil-Ștefănescu",
    "S\u0326tefa\u0306nescu",
    "Strauß STRAUẞ STRAUSS ſtrauß",
    "ΟΔΥΣΣΕΥΣ Οδυσσεύς",
    "İstanbul ISTANBUL ıssız",
    "Łódź Ærø Þór Œuvre Đặng",
    "ﬁduciary Ｆｕｌｌ Ⅳ",
    "Smith & Co., L.L.C. (Delaware)",
    "دا\u200cريوش علي",
    "王小明 김철수 マイケル・スミス",
    "\ufeffAna\u00ad\u200b\u2060\u061c\u180e Maria\ufe0f\u3164\u2800\u115f\uffa0",
    "Ana\u{e0041} \ufff9Li",
    "Zoë\u00a0\u3000 van der\tBerg\n",
  ]
  const firm = await service.newFirm()
  for (const name of names) {
    const { folded } = await firm.one<{ folded: string }>(sql`select fold_text(${name}) as folded`)
    const unmarked = foldText(name)
      .replace(/['.]/g, "")
      .replace(/[^\p{L}\p{M}\p{N} ]+/gu, " ")
      .replace(/ +/g, " ")
      .trim()
    assert.equal(folded, unmarked, name)
  }
})
