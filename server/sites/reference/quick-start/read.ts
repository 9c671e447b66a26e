// save.mts, run with Node 22.18 or later, after "npm install $FOYER_URL/sdk/foyer.tgz": node save.mts matter_…
import { writeFile } from "node:fs/promises"
import { Foyer } from "@foyer/client"

const { FOYER_URL = "", FOYER_KEY = "" } = process.env
const foyer = new Foyer({ url: FOYER_URL, key: FOYER_KEY })
const [, , matter_id = ""] = process.argv

const [newest] = (await foyer.listSubmissions({ matter_id })).submissions
if (!newest) throw new Error("It has not been submitted.")
const record = await foyer.getRecord({ matter_id, submission: newest.number })
await writeFile("record.json", JSON.stringify(record, null, 2))

for (const { document_id, filename } of [...record.documents, ...record.financial_documents]) {
  await writeFile(`${document_id} ${filename}`, (await foyer.download(document_id)).body)
  console.log(`${document_id} ${filename}`)
}
