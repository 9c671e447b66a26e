// Files as other programs write them, imported without touching them: what is stored, read back through the API.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { newPlanningFirm } from "../../../test/harness/planning-firm.ts"
import { provideService } from "../../../test/harness/service.ts"
import { storedMatters } from "../../../test/harness/stored-matters.ts"
import { createStaff } from "../../firm/users/users.ts"

const service = provideService()

/** Per file, each matter as stored; then each of its people. */
const expected: Record<string, readonly string[]> = {
  "excel-english.csv": [
    "Marlowe, Ada and Ben · 2024-017 · opened 2024-01-15 · due 2026-12-31",
    "  1MAIN Ada Marlowe · 1962-03-05 · mobile (617) 555-0142 · home ada@example.com · home 12 Elm Street, Apt 4, Boston, MA 02134, United States",
    "  1MARR Ben Marlowe",
    "Núñez, Zoë · 2024-019",
    "  1MAIN Zoë Núñez",
    'O’Neil, Robert "Bob" · 2024-018 · opened 2024-02-01',
    '  1MAIN Robert "Bob" O’Neil · 1948-11-30 · mobile 617.555.0143 · home bob.oneil@example.com · home 9 Oak Ave, Quincy, MA 02169, United States',
  ],
  "excel-german.csv": [
    "d’Aubigné, Françoise · 24/0119",
    "  1MAIN Françoise d’Aubigné · Female · 1955-02-01 · home 5 rue de Rivoli, 75004 Paris, France",
    "Größe, Jürgen · 24/0117",
    "  1MAIN Jürgen Größe · Male · 1962-03-05 · mobile 030 5550142 · home juergen@example.de · home Königstraße 1, 10115 Berlin, Germany",
    "Müller-Böhm, Änne · 24/0118",
    "  1MAIN Änne Müller-Böhm · Female · 1970-12-31 · mobile +49 40 5550143 · home aenne@example.de · home Weg 2, 20095 Hamburg, Germany",
  ],
  "google-sheets.csv": [
    "de la Cruz, Ana",
    "  1MAIN Ana de la Cruz · 1962-03-05 · mobile (202) 555-0142 · home ana@example.com · home 12 Elm Street, Springfield, IL 62701, United States",
    "King, Martin",
    "  1MAIN Martin L. King Jr. · 1975-11-30 · mobile +1 202-555-0143 · home martin@example.com · home Somewhere in Vermont, United States",
  ],
  "libreoffice.csv": [
    "Dvořák, Jiří",
    "  1MAIN Jiří Dvořák · 1962-03-05 · mobile +420 255 501 420",
    "Wałęsa, Łukasz",
    "  1MAIN Łukasz Wałęsa · 1962-12-25 · mobile +48 22 555 01 42",
  ],
  "numbers.csv": [
    "Okafor, Grace · note Prefers calls|after 6 p.m.",
    "  1MAIN Grace Okafor (Gigi) · 1962-03-05 · mobile 202-555-0142",
    "Weiß, Sam",
    "  1MAIN Sam Weiß · 1970-12-25",
  ],
  "clio-contacts.csv": [
    "Osei, Ada",
    "  1MAIN Ada Osei · mobile 860-555-0142 · home ada.osei@example.com · work 1 Main St, Hartford, CT 06103, United States",
    "Osei, Ben",
    "  1MAIN Ben Osei · home ben.osei@example.com",
  ],
  "clio-matters.csv": [
    "Ellis, Carter · 00013-Ellis · opened 2024-02-28 · for Noor Haddad · Estate Planning · note Will",
    "  1MAIN Carter Ellis",
    "Thompson, Ada · 00012-Thompson · opened 2024-01-15 · for Noor Haddad · Estate Planning · note Estate plan and trust",
    "  1MAIN Ada M. Thompson",
  ],
  "lawmatics.csv": [
    "Rule Estate Plan · opened 2024-01-15 · for Noor Haddad · Referral, VIP",
    "  1MAIN Ada Marie Rule · 1962-03-05 · mobile 2025550142 · home ada.rule@example.com · home 1 Elm St, Unit 4, Newark, NJ 07102, United States",
    "Rule-Moss, Cy",
    "  1MAIN Cy Rule-Moss · 1988-12-25 · mobile (202) 555-0143 x12 · home cy@example.com",
  ],
  "mail-merge.csv": [
    "Larkspur, Carl and Dana",
    "  1MAIN Carl Larkspur · home 802-555-0142 · work 802-555-0143 · home 7 Hill Rd, Burlington, VT 05401-1234, United States",
    "  1MARR Dana Larkspur",
    "Vale, Erin",
    "  1MAIN Erin Vale · home 802-555-0144 · home PO Box 12, Barre, VT 05641, United States",
  ],
  "excel-unicode-text.txt": [
    "Łukasz, Ada · reference U-1",
    "  1MAIN Ada Łukasz · 1962-12-25 · mobile +44 20 7946 0142",
    'Παπαδοπούλου, Bea "Bee" · reference U-2',
    '  1MAIN Bea "Bee" Παπαδοπούλου · 1962-03-05',
  ],
  "excel-sep-line.csv": [
    "Ruiz, Ada · reference S-1",
    "  1MAIN Ada Ruiz · home 1 High St, London, SW1A 1AA, United Kingdom",
  ],
  "google-contacts.csv": [
    "Ruiz, Ada · Clients",
    "  1MAIN Ada Marie Ruiz Jr. (Addie) · 1962-03-05 · mobile (202) 555-0142 · mobile (202) 555-0143 · work (202) 555-0144 · home ada@example.com · work ada@firm.example · home 12 Elm St, Springfield, IL 62701, United States",
  ],
  "outlook.csv": [
    "García, José and Lucía · Clients, Trust · note Met at the church.",
    "  1MAIN José García (Pepe) · Male · 1962-03-25 · mobile (202) 555-0144 · home (202) 555-0142 · work (202) 555-0143 · home jose@example.com · home 12 Elm Street, Springfield, IL 62701, United States",
    "  1MARR Lucía García",
    "Smith, Anne",
    "  1MAIN Anne Smith",
  ],
  "mac-excel.csv": [
    "Muñoz, José",
    "  1MAIN José Muñoz · 1970-12-25 · home jose@example.es",
    "Núñez García, María and Peña, Jesús",
    "  1MAIN María Núñez García · 1962-03-05 · mobile +34 600 555 014 · home maria@example.es",
    "  1MARR Jesús Peña",
  ],
  "openpyxl.xlsx": [
    "Núñez, Zoë · 0017 · opened 2024-01-15 · note Line one|line two & <three>",
    "  1MAIN Zoë Núñez · 1962-03-05 · mobile (202) 555-0142 · home 617-555-0143 · home Boston, MA 02134, United States",
    "O’Neil, Bea · A-18 · note not a formula",
    "  1MAIN Bea O’Neil · 1970-03-25 · mobile +44 20 7946 0142 · home Boston, MA 02135-1234, United States",
  ],
  "practice-panther.csv": [
    "Vale Trust · PP-17 · for Noor Haddad · Trust",
    "  1MAIN Erin Vale · 1962-03-05 · mobile 202-555-0142 · home 202-555-0143 · home erin@example.com · home 9 Oak Ave, Suite 2, Trenton, New Jersey 08608, United States",
  ],
}

async function newFirm() {
  const { firm, questionnaire_id, send } = await newPlanningFirm(service)
  await firm.run((tx) => createStaff(tx, { email: "noor@example.com", name: "Noor Haddad", role: "member" }))
  return { firm, questionnaire_id, send }
}

for (const [name, stored] of Object.entries(expected))
  test(`${name} is imported as its program wrote it`, async () => {
    const opened = await newFirm()
    const { send, questionnaire_id } = opened
    const form = new FormData()
    form.set("file", new Blob([readFileSync(`test/import-files/${name}`)]), name)
    const { location } = await send("POST", "/console/imports", form)
    assert.ok(location, "the file is read")
    const shown = (await send("GET", location)).text
    assert.equal(shown.match(/\d+ faults? in.*/)?.[0], undefined, faultRows(shown).join("\n"))
    assert.equal((await send("POST", location, { step: "create", questionnaire_id })).status, 303)
    assert.deepEqual(await storedMatters(opened.firm), stored)
  })

function faultRows(html: string): string[] {
  const rows = html.matchAll(/<tr role="row"[^>]*id="fault-\d+".*?<\/tr>/gs)
  return [...rows].map(([row]) => row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "))
}
