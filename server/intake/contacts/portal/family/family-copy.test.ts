import assert from "node:assert/strict"
import { test } from "node:test"
import { cookieHeader } from "../../../../../test/harness/cookies.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { readPdf } from "../../../../../test/harness/pdf-text.ts"
import { newFirmWithPortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { changeBeneficiaries } from "../../../assets/beneficiaries.ts"
import { addAsset } from "../../../assets/editing.ts"

const service = provideService()

test("the family page's PDF has the drawing, its members and who receives what, in both languages", async () => {
  const { firm, ada, matter_id, ids, child } = await newFirmWithPortalIntake(service)
  await firm.run(async (tx) => {
    const policy = { for_fin_category: ids.insurance, identifier_value: "Policy 12", credit_value: "900" }
    const asset_id = await addAsset(tx, matter_id, policy)
    await changeBeneficiaries(tx, asset_id, [{ contact_id: child, level: "primary", share: "100" }])
  })
  const { html } = await ada.get("/portal/family")
  assert.match(html, /href="\/portal\/family\/copy\.pdf"/)
  const read = async () => {
    const { rawPayload, headers } = await service.app.inject({
      url: "/portal/family/copy.pdf",
      headers: { cookie: cookieHeader(ada.cookies) },
    })
    assert.equal(headers["content-type"], "application/pdf")
    return readPdf(rawPayload)
  }
  const english = await read()
  for (const said of ["Your family at a glance", "Cleo Smith", "Dan Smith", "Policy 12", "$900"])
    assert.match(english.text, literally(said), `${said} in ${english.text}`)
  assert.ok(english.dictionaries.some((each) => each.includes("/S /Figure")))
  await ada.get("/portal/family?lang=es")
  const spanish = await read()
  for (const said of ["Su familia de un vistazo", "Quién recibe qué", "Persona", "Hijo/a"])
    assert.match(spanish.text, literally(said), `${said} in ${spanish.text}`)
  assert.ok(!/Person\b|Someone|Receives/.test(spanish.text))
})
