// A new member of staff who has read only the README, in a real browser, following the words on its pages: from the
// firm's first link, through a new questionnaire, to a completed matter exported as tables.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { countPresses } from "./harness/count-presses.ts"
import { literally } from "./harness/literally.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { enterConsole } from "./harness/staff-browser.ts"
import { unzip } from "./harness/unzip.ts"

const { service, browser } = await openServiceAndBrowser({ own_database: true })

const press = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" }).click()
const follow = (place: Page | Locator, name: string | RegExp) =>
  place
    .getByRole("link", { name, exact: typeof name === "string" })
    .first()
    .click()
const main = (page: Page) => page.getByRole("main")
const go = (page: Page, name: string) => follow(page.getByRole("navigation", { name: "Console" }), name)
const label = (place: Page | Locator, text: string) => place.getByLabel(text, { exact: true })
const sees = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor()
const isAt = (page: Page, title: string | RegExp) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor()
/** The main card of a page. */
const sheet = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name: title, exact: true }) })

const matter = "Delgado, Maria and Ben"

test("the README is enough to create a questionnaire, invite a couple, request a correction, and export", async () => {
  const staff = await browser.newPage({ base_url: service.base_url })
  await staff.goto(createFirm())
  await label(staff, "Your name").fill("Ruth Pryce")
  await label(staff, "Password").fill("violet kettle harbor")
  await press(staff, "Start")
  await isAt(staff, "Needs your attention")

  await writeQuestionnaire(staff)
  const link = await inviteCouple(staff)
  const client = await browser.newPage({ base_url: service.base_url, width: 360, height: 640, touch: true })
  await client.goto(link)
  await press(client, "Start")
  await fillIn(client)

  await go(staff, "Matters")
  await staff.getByRole("row", { name: matter }).getByText("In progress").waitFor()
  await follow(main(staff), matter)
  await follow(staff, "Review")
  await follow(staff, /^Ask\s+In which town/)
  await label(staff, "Your words to the client").fill("Which Dover is it?")
  await press(staff, "Add to the list")
  await press(staff, "Ask the client about 1 thing")
  await staff.getByText("The client has been asked for corrections.").waitFor()

  await client.reload()
  await follow(main(client), "In which town is it?")
  await sees(client, "Which Dover is it?")
  await client.getByLabel("In which town is it?").fill("Dover, Delaware")
  await press(client, "Save and continue")
  await isAt(client, "Welcome, Maria")
  await follow(client, /^Check and send/)
  await client.getByRole("button", { name: /^Send/ }).first().click()
  await isAt(client, "Your answers have been sent")

  await go(staff, "Matters")
  await staff.getByRole("row", { name: matter }).getByText("1 correction answered").waitFor()
  await follow(main(staff), matter)
  await follow(staff, "See the answers")
  await sees(staff, "Dover → Dover, Delaware")
  await press(staff, /^Resolve/)
  await staff.getByText("The correction is resolved.").first().waitFor()
  await press(staff, "Complete")
  await staff.getByText("The matter is completed.").waitFor()

  await staff.locator("#head-export > summary").click()
  const [download] = await Promise.all([staff.waitForEvent("download"), press(staff, "Tables (CSV)")])
  const tables = unzip(await readFile(await download.path()))
  const all = [...tables.values()].join("\n")
  for (const given of ["Dover, Delaware", "Ana", "1962-03-03", "Executor"])
    assert.match(all, literally(given), given)
})

test("a new firm is set up with a team of four, a key and a webhook in fewer than 25 presses and 15 page loads", async () => {
  const firm = await service.newFirm("Marsh & Lowell")
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  const { counted, click, key, type } = countPresses(page)
  const onward = (act: Promise<unknown>) => Promise.all([page.waitForEvent("load"), act])
  const link = (name: string) => page.getByRole("link", { name, exact: true }).last()
  const typeIn = async (field: Locator, text: string) => {
    // By Tab, which is not counted.
    await field.focus()
    await field.selectText()
    await type(text)
  }
  const save = () => onward(key("Enter"))

  await onward(click(link("Save your time zone")))
  await typeIn(label(page, "Contact line"), "Call Marsh & Lowell at 512-555-0142.")
  await typeIn(label(page, "Time zone"), "America/Chicago")
  await save()
  await onward(click(link("Team")))
  await click(page.getByText("Invite a colleague"))
  for (const name of ["noor", "tomas", "ana"]) {
    await typeIn(label(page, "Email address"), `${name}@marsh.example`)
    await save()
    await page.getByText(`Link for ${name}@marsh.example to set a password`).waitFor()
  }
  await onward(click(link("Notification settings")))
  await click(page.getByText("All matters they may see"))
  await save()
  await onward(click(link("API keys")))
  await click(page.getByText("New API key"))
  await typeIn(label(page, "Name"), "Practice management")
  await click(page.getByText("Read matters", { exact: true }))
  await onward(click(page.getByRole("button", { name: "Create the key" })))
  await onward(click(link("Webhooks")))
  await click(page.getByText("New endpoint"))
  await typeIn(label(page, "Address"), `${service.base_url}/hook`)
  await save()
  assert.ok(
    counted.presses < 25 && counted.loads <= 15,
    `${counted.presses} presses, ${counted.loads} page loads`,
  )
  const { team, keys, endpoints } = await firm.one<{ team: number; keys: number; endpoints: number }>(sql`
      select (select count(*) from users where is_firm_staff) as team, (select count(*) from api_keys where name = 'Practice management') as keys,
             (select count(*) from webhook_endpoints) as endpoints`)
  assert.deepEqual([keys, endpoints], [1, 1])
  assert.ok(team >= 4)
})

/** Runs the README's command while the server is running. */
function createFirm(): string {
  const { stdout, stderr } = spawnSync(
    "bin/foyer",
    ["firm", "create", "Hartwell & Pryce", "--admin", "you@example.com"],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        DATABASE_URL: service.database_url,
        FOYER_DATA: service.config.data_dir,
        FOYER_BASE_URL: service.base_url,
      },
    },
  )
  const [link] = /http\S+\/console\/setup\/\S+/.exec(stdout) ?? []
  assert.ok(link, stderr)
  return link
}

/** Four sections, including the initial one about the clients. */
async function writeQuestionnaire(staff: Page): Promise<void> {
  await go(staff, "Questionnaires")
  await label(staff, "Title").fill("Wills")
  await press(staff, "Create questionnaire")
  await isAt(staff, "Draft of Wills")
  await add(staff, "/people Your family")
  await add(staff, "/section Your home")
  await add(staff, "/yes Do you own a home?")
  await staff.getByRole("checkbox", { name: "Required" }).check()
  await add(staff, "/text In which town is it?")
  await label(staff, "Condition 1").selectOption({ label: "Do you own a home?" })
  await sees(staff, "Shown only if “Do you own a home?” is “Yes”.")
  await add(staff, "/roles Who should act")
  await add(staff, "/role Executor")
  await label(staff, "Levels").fill("2")
  await follow(main(staff), "Publish")
  await press(staff, "Publish")
  await sees(staff, /Version 1/)
}

async function add(staff: Page, line: string): Promise<void> {
  await staff.locator(".is-live #add").fill(line)
  await staff.keyboard.press("Enter")
  await staff.getByRole("region", { name: line.replace(/^\/\S+ /, "") }).waitFor()
}

/** The link for the first of the two clients. */
async function inviteCouple(staff: Page): Promise<string> {
  await go(staff, "Matters")
  await follow(staff, "New matter")
  await label(staff, "Name of the matter").fill(matter)
  await enterPerson(sheet(staff, "Who fills it in"), "Maria", "maria@example.com")
  await enterPerson(sheet(staff, "Spouse or partner"), "Ben", "ben@example.com")
  await press(staff, "Create the matter")
  await isAt(staff, matter)
  await sees(staff, "The invitation to Maria Delgado was not sent.")
  await follow(staff, /^Copy the link\s+of Maria/)
  return label(staff, "Personal link").inputValue()
}

async function enterPerson(place: Locator, first_name: string, email: string): Promise<void> {
  await place.getByLabel("First name").fill(first_name)
  await place.getByLabel("Last name").fill("Delgado")
  await label(place, "Email address").fill(email)
}

async function fillIn(client: Page): Promise<void> {
  const goOn = async (next: string | RegExp, button = "Save and continue") => {
    await press(client, button)
    await isAt(client, next)
  }
  await enterDate(client, "March 3 1962")
  await goOn("About Ben")
  await enterDate(client, "May 4 1960")
  await goOn("Your family")

  const children = client.locator("#children")
  await children.getByLabel("Daughter", { exact: true }).check()
  await label(children, "First name").fill("Ana")
  await label(children, "Last name").fill("Delgado")
  await goOn(/./)

  await label(client, "Yes").check()
  await client.getByLabel("In which town is it?").fill("Dover")
  await goOn("Executor")

  await client.getByLabel("First choice").selectOption({ label: "Ben Delgado, Spouse" })
  await goOn(/^Check your answers/)
  await client.goto("/portal")
}

async function enterDate(client: Page, date: string): Promise<void> {
  const [month = "", day = "", year = ""] = date.split(" ")
  await label(client, "Month").fill(month)
  await label(client, "Day").fill(day)
  await label(client, "Year").fill(year)
}
