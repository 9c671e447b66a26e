// save.mts, run with Node 22.18 or later: node save.mts matter_…
import { writeFile } from "node:fs/promises"

const { FOYER_URL, FOYER_KEY } = process.env
const matter_id = process.argv[2]

async function get(part: string) {
  const headers = { Authorization: `Token ${FOYER_KEY}` }
  const response = await fetch(`${FOYER_URL}/v1/matters/${matter_id}/${part}`, { headers })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const { submissions } = await get("submissions")
if (submissions.length === 0) throw new Error("It has not been submitted.")
const record = await get(`record?submission=${submissions[0].number}`) // newest first
await writeFile("record.json", JSON.stringify(record, null, 2))

// A link works for ten minutes, without the key.
for (const { document_id, filename, download_url } of [...record.documents, ...record.financial_documents]) {
  const file = await fetch(download_url)
  if (!file.ok) throw new Error(await file.text())
  await writeFile(`${document_id} ${filename}`, Buffer.from(await file.arrayBuffer()))
  console.log(`${document_id} ${filename}`)
}
