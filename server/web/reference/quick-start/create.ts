// create.mts, run with Node 22.18 or later: node create.mts
const { FOYER_URL, FOYER_KEY } = process.env

async function send(path: string, options: RequestInit = {}) {
  const headers = {
    Authorization: `Token ${FOYER_KEY}`,
    "Content-Type": "application/json",
    ...options.headers,
  }
  const response = await fetch(`${FOYER_URL}${path}`, { ...options, headers })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const { results } = await send("/v1/questionnaires")

// Sent again with the same key, it creates nothing twice.
const { id, invite_url } = await send("/v1/matters/create", {
  method: "POST",
  headers: { "Idempotency-Key": crypto.randomUUID() },
  body: JSON.stringify({
    questionnaire_id: results.find((one: { active: boolean }) => one.active).id,
    matter_name: "Smith, Ada and Ben",
    context: { crm_id: "A-1042" },
  }),
})
console.log(id)
console.log(invite_url)
