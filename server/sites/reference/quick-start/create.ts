// create.mts, run with Node 22.18 or later, after "npm install $FOYER_URL/sdk/foyer.tgz": node create.mts
import { Foyer } from "@foyer/client"

const { FOYER_URL = "", FOYER_KEY = "" } = process.env
const foyer = new Foyer({ url: FOYER_URL, key: FOYER_KEY })

const { results } = await foyer.listQuestionnaires()

// Sent again after a lost response, it creates nothing twice.
const { id, invite_url } = await foyer.createMatter({
  questionnaire_id: results.find(({ active }) => active)?.id ?? "",
  matter_name: "Smith, Ada and Ben",
  context: { crm_id: "A-1042" },
})
console.log(id)
console.log(invite_url)
