// intake.mts, run with Node 22.18 or later: node intake.mts
import { openAsBlob } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { buffer } from "node:stream/consumers"
import { Foyer, FoyerError, verifyWebhook } from "@foyer/client"

const { FOYER_URL = "", FOYER_KEY = "", WEBHOOK_SECRET = "", PORT = "8000" } = process.env
const foyer = new Foyer({ url: FOYER_URL, key: FOYER_KEY })

const questionnaire = (await foyer.listQuestionnaires()).results.find(({ active }) => active)
const { id: matter_id, invites } = await foyer.createMatterAndInvite({
  questionnaire_id: questionnaire?.id ?? "",
  matter_name: "Smith, Ada and Ben",
  context: { crm_id: "A-1042" },
  clients: [{ party: "main", email: "ada.smith@example.com", first_name: "Ada", last_name: "Smith" }],
})
const cleo = { relationship_type: "2DATR", first_name: "Cleo", last_name: "Smith" }
await foyer.prefillMatter({ matter_id, people: [cleo] })
await foyer.upload({ matter_id, filename: "Will.pdf", file: await openAsBlob("Will.pdf") })
console.log(`The client starts ${matter_id} at ${invites[0]?.invite_url}`)

createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(await buffer(request), request.headers, WEBHOOK_SECRET)
    if (event.submission) await save(event.matter.id, event.submission)
    response.writeHead(204).end()
  } catch (error) {
    console.error(error)
    response.writeHead(error instanceof FoyerError && error.code === "webhook_refused" ? 400 : 500).end()
  }
}).listen(Number(PORT))

// The event names its submission, so one that arrives late, twice, or out of order saves the same as in time.
async function save(matter_id: string, submission: number) {
  const record = await foyer.getRecord({ matter_id, submission })
  await writeFile(`${matter_id} ${submission}.json`, JSON.stringify(record, null, 2))
  for (const { document_id, filename } of [...record.documents, ...record.financial_documents])
    await writeFile(`${document_id} ${filename}`, (await foyer.download(document_id)).body)
}
