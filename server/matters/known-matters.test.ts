import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../test/harness/service.ts"
import { createKey, revokeKey } from "../access/keys.ts"
import { sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("whatever changes of a matter and its people, the next reading shows it", async () => {
  const firm = await service.newFirm()
  const { matter_id, main, spouse } = await newIntake(firm)
  const read = async () => (await firm.request("GET", `/v1/matters/${matter_id}`)).body
  const changes = {
    name: sql`update matters set name = 'Smith and Smith' where id = ${matter_id}`,
    marital: sql`update matters set contact_main_marital_status = 'divorced' where id = ${matter_id}`,
    person: sql`update contacts set first_name = 'Ida' where id = ${main}`,
    spouse: sql`update contacts set date_of_birth = '1970-05-06' where id = ${spouse}`,
    phone: sql`insert into phone_numbers (id, matter_id, contact_id, position, type, number)
               values (${newId("phone")}, ${matter_id}, ${main}, 1, 'mobile', '+1 202 555 0147')`,
    phone_changed: sql`update phone_numbers set number = '+1 202 555 0148' where contact_id = ${main}`,
    phone_gone: sql`delete from phone_numbers where contact_id = ${main}`,
    email: sql`insert into email_addresses (id, matter_id, contact_id, position, type, email)
               values (${newId("email")}, ${matter_id}, ${spouse}, 1, 'home', 'ben@example.com')`,
    email_gone: sql`delete from email_addresses where contact_id = ${spouse}`,
    address: sql`insert into addresses (id, matter_id, contact_id, position, type, street, city, postal_code, state, country_iso)
                 values (${newId("address")}, ${matter_id}, ${main}, 1, 'home', '1 Elm St', 'Dover', '19901', 'DE', 'US')`,
    address_changed: sql`update addresses set street = '2 Elm St' where contact_id = ${main}`,
    one_more: sql`insert into contacts (id, matter_id, position, is_client, relationship_type, first_name, created_at)
                  values (${newId("contact")}, ${matter_id}, 99, false, '2CHLD', 'Eva', now())`,
    questionnaire: sql`update questionnaires set active = false
                        where id = (select questionnaire_id from matters where id = ${matter_id})`,
  }
  let last = await read()
  for (const [what, change] of Object.entries(changes)) {
    // Read twice, so that it is known for certain before it changes.
    assert.deepEqual(await read(), last)
    await firm.run((tx) => tx.run(change))
    const now = await read()
    assert.notDeepEqual(now, last, what)
    last = now
  }
})

test("what is known opens nothing: another firm, a revoked key and a matter that is gone get what strangers get", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const { matter_id } = await newIntake(firm)
  const url = `/v1/matters/${matter_id}`
  const { id, token } = await firm.run((tx) => createKey(tx, { name: "Short-lived" }))
  const headers = { authorization: `Token ${token}` }
  assert.equal((await firm.request("GET", url, undefined, headers)).status, 200)
  assert.equal((await other.request("GET", url)).status, 404)
  await firm.run((tx) => revokeKey(tx, id))
  assert.equal((await firm.request("GET", url, undefined, headers)).status, 401)
  assert.equal((await firm.request("GET", url)).status, 200)
  await firm.run((tx) => tx.run(sql`delete from matters where id = ${matter_id}`))
  assert.equal((await firm.request("GET", url)).status, 404)
})
