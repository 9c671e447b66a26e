// A couple with three children and their answers: fills in the open page according to what it shows.
import type { Locator, Page } from "playwright-core"
import { displayDate } from "../../server/definition/values/dates.ts"
import { sql, type Tx } from "../../server/platform/db/sql.ts"
import { sampleDocx } from "./sample-files.ts"

interface Person {
  relationship: string
  first_name: string
  last_name: string
  born?: [month: string, day: string, year: string]
  phone?: string
}

const born = (person: Person): string | null => {
  const [month = "", day = "", year = ""] = person.born ?? []
  return person.born ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null
}

const couple: Record<"main" | "partner", Person> = {
  main: {
    relationship: "",
    first_name: "Maria",
    last_name: "Ruiz",
    born: ["3", "3", "1982"],
    phone: "512 555 0142",
  },
  partner: {
    relationship: "",
    first_name: "Ben",
    last_name: "Ruiz",
    born: ["11", "30", "1980"],
    phone: "512 555 0143",
  },
}
const children: Person[] = [
  {
    relationship: "Daughter",
    first_name: "Ana",
    last_name: "Ruiz",
    born: ["5", "17", "2004"],
    phone: "512 555 0144",
  },
  { relationship: "Son", first_name: "Luis", last_name: "Ruiz", born: ["2", "1", "2012"] },
  { relationship: "Daughter", first_name: "Sofía", last_name: "Ruiz", born: ["9", "9", "2015"] },
]
const others: [RegExp, Person][] = [
  [/family/i, { relationship: "Brother", first_name: "Otto", last_name: "Keller" }],
  [/friends|person/i, { relationship: "Friend", first_name: "Inge", last_name: "Holm" }],
  [/advis/i, { relationship: "Accountant", first_name: "Noor", last_name: "Vale" }],
]

/** One asset in nearly every category, and two homes. */
const owned: [category: string, name: string, value: string][] = [
  ["Homes and land", "12 Elm Street", "650000"],
  ["Homes and land", "Cabin", "90000"],
  ["Bank accounts", "First Bank 1234", "20000"],
  ["Investments", "Broker 77", "80000"],
  ["Retirement accounts", "401(k)", "210000"],
  ["Life insurance", "Policy 9", "500000"],
  ["Businesses", "Ruiz Tiles", "120000"],
  ["Cars, boats and other vehicles", "Truck", "18000"],
  ["Jewelry, art and collections", "Piano", "9000"],
  ["Education savings (529)", "529 of Luis", "15000"],
  ["Online accounts and cryptocurrency", "Wallet", "1000"],
  ["Money owed to you", "Loan to Otto", "5000"],
  ["Other debts", "Card", "0.00"],
]

const words: Record<string, string> = {
  "Social Security number": "123-45-6789",
  "What do you do for work? If you are retired, what did you do?": "Teacher",
  "In which state or country?": "Texas",
  "Do you still pay or receive support, or anything else, from that marriage?": "No",
  "Where can we leave you a private message?": "512 555 0150",
  "At what age should they get full control of their inheritance?": "25",
  "Who is it, and what do they need?": "Nobody",
  "What, and who should receive it?": "The piano, to Ana",
  "About how much in total?": "5000",
  "Which ones, and who would take them?": "A cat. Otto.",
  "Are there religious or personal wishes your doctors should know?": "None",
  "Is there anything else we should know?": "Thank you",
}
const choices: Record<string, string> = {
  "What is your citizenship?": "U.S. citizen",
  "Have you served in the military?": "No",
  "Did you sign a prenuptial or marital agreement?": "Yes",
  "Have you been married before?": "No",
  "Are any of your children under 18?": "Yes",
  "Are the two of you the parents of all your children?": "Yes",
  "Do any of your children have a disability or need long-term care?": "No",
  "Should your children share equally?": "Yes, equally",
  "What matters most to you?": "Caring for my family",
  "Do you have a will, a trust, or a power of attorney now?": "Yes",
  "Are there specific items or amounts that you want someone to receive?": "Yes",
  "Would you like to leave something to charity?": "Yes",
  "Is there anyone you want to leave nothing to?": "No",
  "Do you have pets or other animals that would need a home?": "Yes",
  "If there were no hope of recovery, would you want life support?": "No, only comfort care",
  "Would you donate organs or tissue?": "Yes",
  "Burial or cremation?": "Burial",
  "How would you like to meet?": "By video",
  "Who can we call if we cannot reach you?": "Otto Keller",
  "Who keeps the originals?": "Noor Vale",
}
const dates = ["When did you get married?", "When did you sign the most recent one?"]

export function newFamily(page: Page) {
  let taps = 0
  let uploads = 0
  const answered = new Set<string>()
  const waiting = { children: [...children], others: [...others], owned: [...owned] }
  const main = page.getByRole("main")

  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  /** Taps a control that opens another page, and waits for the page. */
  const go = async (target: Locator) => {
    const loaded = page.waitForEvent("domcontentloaded")
    await tap(target)
    await loaded
  }
  const button = (name: RegExp) => main.locator("button:visible", { hasText: name })
  const press = (name: string) => go(button(new RegExp(`^\\s*${name}\\s*$`)).first())
  /** In the page, because a locator costs as much as the page. */
  const has = (selector: string) =>
    page.evaluate((selector) => document.querySelector(`main :is(${selector})`) !== null, selector)
  const title = () =>
    page.evaluate(() => document.querySelector<HTMLElement>("main h1")?.innerText.trim() ?? "")
  /** Whether a control is there and empty, and whether it is folded away. */
  const lookAt = (id: string) =>
    page.evaluate((id) => {
      const control = document.getElementById(id) as HTMLInputElement | null
      return { isEmpty: control?.value === "", isFolded: control?.closest("details:not([open])") != null }
    }, id)
  const type = async (id: string, value: string) => {
    if (value === "") return
    const { isEmpty, isFolded } = await lookAt(id)
    if (!isEmpty) return
    const control = page.locator(`[id="${id}"]`)
    if (isFolded) await tap(page.locator("details:not([open])", { has: control }).locator("summary"))
    taps += 1
    await control.fill(value)
  }

  /** Types the whole date into its first box. */
  const typeDate = async (box: Locator, date: string) => {
    taps += 1
    await box.pressSequentially(displayDate(date, "en"))
  }

  async function answerPage(): Promise<void> {
    if (await has("[id=relationship_type], [id=family_relationship_type]")) return fillNewPeople()
    if (await has("[id=first_name], [id=date_of_birth], [id=phone_mobile], [id=address_street]"))
      return fillClient()
    if (await has("[id=identifier_value]")) return fillAsset()
    if (await has("[name^='seen.'][name$='level_1']")) return fillRole()
    if (await has("input[type=file]")) return uploadAll()
    if (await addListed()) return
    await answerQuestions()
    await go(button(/^\s*(Save and continue|Continue|This is right, continue|Send to )/).first())
  }

  async function fillPerson(person: Person, prefix = ""): Promise<void> {
    await type(`${prefix}first_name`, person.first_name)
    await type(`${prefix}last_name`, person.last_name)
    if (person.born && (await lookAt(`${prefix}date_of_birth`)).isEmpty)
      await typeDate(page.locator(`[id="${prefix}date_of_birth"]`), born(person) ?? "")
    await type(`${prefix}phone_mobile`, person.phone ?? "")
  }

  /** Fills in every form of the page for which someone is left. */
  async function fillNewPeople(): Promise<void> {
    const prefixes = await page.evaluate(() =>
      [...document.querySelectorAll("main select[id$=relationship_type]")]
        .map(({ id }) => id)
        .filter((id) => !id.endsWith("partner_relationship_type"))
        .map((id) => id.replace("relationship_type", "")),
    )
    const heading = await title()
    for (const prefix of prefixes) {
      const opener = main.locator(`[id="${prefix}related_as-field"]`)
      const isClosed = (await opener.count()) > 0
      const group = isClosed ? await opener.locator("legend").innerText() : heading
      const person = /child/i.test(group)
        ? waiting.children.shift()
        : waiting.others.splice(
            waiting.others.findIndex(([each]) => each.test(group)),
            1,
          )[0]?.[1]
      if (!person && isClosed) continue
      if (!person) throw new Error(`nobody is left for “${group}”`)
      if (isClosed) await tap(opener.getByLabel(person.relationship, { exact: true }))
      else {
        taps += 1
        await page.locator(`[id="${prefix}relationship_type"]`).selectOption({ label: person.relationship })
      }
      await fillPerson(person, prefix)
    }
    await press("Save and continue")
  }

  async function fillClient(): Promise<void> {
    const person = /spouse|Ben/.test(await title()) ? couple.partner : couple.main
    await fillPerson(person)
    await type("email_home", `${person.first_name.toLowerCase()}@example.com`)
    const says_same = await page.evaluate(() =>
      /The same as/.test(document.querySelector("main")?.textContent ?? ""),
    )
    const same = main.getByLabel(/^The same as/)
    if (says_same && (await same.count()) > 0) await tap(same.first())
    else {
      await type("address_street", "12 Elm Street")
      await type("address_city", "Austin")
      await type("address_state", "TX")
      await type("address_postal_code", "78701")
    }
    await press("Save and continue")
  }

  async function fillAsset(): Promise<void> {
    const heading = (await title()).replace(/^Add another: /, "")
    const at = waiting.owned.findIndex(([category]) => category === heading)
    const [asset] = at < 0 ? [] : waiting.owned.splice(at, 1)
    if (!asset) return press("None of these")
    await page.locator("[id=identifier_value]").fill("")
    await type("identifier_value", asset[1])
    if (!(await has("[name=owner_type]:checked"))) await tap(main.locator("[name=owner_type]").first())
    await type("credit_value", asset[2])
    await type("debit_value", "1000")
    const receivers = main.getByRole("group", { name: /^Who receives it first/ })
    if ((await receivers.count()) > 0) await tap(receivers.getByLabel(/^Ana Ruiz/).first())
    const more = waiting.owned.some(([category]) => category === heading)
    const another = button(/^\s*Save and add another/)
    if (more && (await another.count()) > 0) await go(another)
    else await press("Save and continue")
  }

  /** Chooses first choice and successor wherever no one is suggested. */
  async function fillRole(): Promise<void> {
    const open = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>("main [name^='seen.']")].flatMap(({ name }) => {
        const id = name.slice("seen.".length)
        const list = document.getElementById(id)
        return list instanceof HTMLSelectElement && list.value === "" ? [id] : []
      }),
    )
    for (const id of open) {
      const person = { 1: "Otto Keller", 2: "Inge Holm" }[Number(id.slice(-1))]
      if (!person) continue
      taps += 1
      const list = page.locator(`[id="${id}"]`)
      await list.selectOption({ label: await list.locator("option", { hasText: person }).innerText() })
    }
    await press("Save and continue")
  }

  async function uploadAll(): Promise<void> {
    const inputs = main.locator("input[type=file][name]")
    const ids = await inputs.evaluateAll((all) => all.map(({ id }) => id))
    for (const id of ids) {
      const input = page.locator(`[id="${id}"]`)
      if (await isDone(id)) continue
      const row = page.locator(".tray-row", { has: input })
      uploads += 1
      const name = `paper-${uploads}.docx`
      const file = { name, mimeType: "application/octet-stream", buffer: sampleDocx() }
      // Without script, the page's own button sends all of them, and "Add" only opens the row.
      const isScriptless = await has("button[name=stay]:not([hidden])")
      const add = row.locator("summary, label", { hasText: /Add\s*$/ }).first()
      const isClosed = !(await input.isVisible())
      const chooser = isClosed && !isScriptless ? page.waitForEvent("filechooser") : undefined
      if (isClosed) await tap(add)
      // The choice in the system's own dialog.
      taps += 1
      await (chooser ? (await chooser).setFiles(file) : input.setInputFiles(file))
      if (isScriptless) continue
      await main.getByRole("link", { name, exact: true }).waitFor()
    }
    await press("Save and continue")
  }

  /** Whether the form of a file field already has a file. */
  async function isDone(id: string): Promise<boolean> {
    const place = page.locator(".upload-part", { has: page.locator(`[id="${id}"]`) })
    const files = (await place.count()) > 0 ? place.locator(".file-name") : main.locator(".file-name")
    return (await files.count()) > 0
  }

  /** Follows the link that adds the next asset not yet entered; false if there is none. */
  async function addListed(): Promise<boolean> {
    const heading = await title()
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main a[href]")].map((link) => link.innerText.trim()),
    )
    const isOwed = (text: string) =>
      /^Add (one|another)$/.test(text) && waiting.owned.some(([category]) => category === heading)
    const at = links.findIndex(isOwed)
    if (at < 0) return false
    await go(main.locator("a[href]").nth(at))
    return true
  }

  async function answerQuestions(): Promise<void> {
    const caption = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main :is(.page-caption, h1)")]
        .map((one) => one.innerText)
        .join(),
    )
    const note = (prompt: string) => answered.add(`${prompt} ${caption}`)
    // An answer may reveal another question, which script shows at once.
    for (let round = 0; round < 2; round += 1) {
      // One query for all possible questions is a hundred times faster than one for each.
      const text = await page.evaluate(
        () => document.querySelector("main")?.textContent?.replace(/\s+/g, " ") ?? "",
      )
      const isShown = ([prompt]: [string, string]) => text.includes(prompt)
      for (const [prompt, choice] of Object.entries(choices).filter(isShown)) {
        const group = main.locator("fieldset", { has: page.locator("legend", { hasText: prompt }) }).first()
        if (await group.isVisible()) {
          const option = group
            .getByLabel(choice, { exact: true })
            .or(group.getByLabel(new RegExp(`^${choice}`)))
          if (await option.first().isChecked()) continue
          await tap(option.first())
          note(prompt)
          continue
        }
        const list = main.getByLabel(prompt)
        if ((await list.count()) !== 1 || (await list.evaluate(({ tagName }) => tagName)) !== "SELECT")
          continue
        if ((await list.inputValue()) !== "") continue
        taps += 1
        const label = await list.locator("option", { hasText: choice }).first().innerText()
        await list.selectOption({ label })
        note(prompt)
      }
      for (const [prompt, value] of Object.entries(words).filter(isShown)) {
        const control = main.getByRole("textbox", { name: prompt })
        if (!(await control.isVisible()) || (await control.inputValue()) !== "") continue
        taps += 1
        await control.fill(value)
        note(prompt)
      }
      for (const prompt of dates.filter((prompt) => text.includes(prompt))) {
        const group = main.getByRole("group", { name: prompt })
        if (!(await group.isVisible()) || (await group.getByLabel("Month").inputValue()) !== "") continue
        await typeDate(group.getByLabel("Month"), "2001-06-07")
        note(prompt)
      }
    }
    // Marriage reveals the second question; without script, on the page that follows.
    for (const name of ["contact_main_marital_status", "takes_part"]) {
      const all = main.locator(`[name=${name}]`)
      if (!(await has(`[name=${name}]`)) || (await all.locator("visible=true").count()) === 0) continue
      if (!(await has(`[name=${name}]:checked`)))
        await tap(main.locator(`[name=${name}]:is([value=married], [value=yes])`))
    }
    await type("number_of_children", "3")
  }

  const everyone = [...Object.values(couple), ...children, ...others.map(([, person]) => person)]
  return {
    press,
    answerPage,
    taps: () => taps,
    /** People and assets that no page asked for. */
    left: () => Object.values(waiting).flat(),
    files: () => uploads,
    answered: () => answered.size,
    people: everyone
      .map((person): [string, string | null] => [`${person.first_name} ${person.last_name}`, born(person)])
      .sort(),
    first_names: everyone.map(({ first_name }) => first_name).sort(),
    phones: everyone.filter(({ phone }) => phone).length,
    assets: owned.map(([, name, value]) => [name, value.includes(".") ? value : `${value}.00`]).sort(),
    /** Ana is the beneficiary in the four categories that ask for one. */
    beneficiaries: 4,
    /** First choice and successor for eleven roles. */
    assignments: 22,
    countAnswers: (tx: Tx, matter_id: string) =>
      tx.one<{ count: number }>(sql`select count(*) from answers where matter_id = ${matter_id}`),
  }
}
