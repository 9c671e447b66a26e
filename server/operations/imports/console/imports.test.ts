// Imports a table and undoes the import, on the pages that staff use.
import { test } from "node:test"
import { runBulkActionAt } from "../../../../test/harness/run-bulk-action.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../../test/harness/staff-browser.ts"

const { service, browser } = await openServiceAndBrowser()

test("an admin uploads a table, maps its columns, corrects its faults, creates the matters and undoes the import", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const page = await enterConsole({ browser, service, firm })
  const upload = async (text: string) => {
    await page.goto("/console/imports/new")
    const file = { name: "Clients.csv", mimeType: "text/csv", buffer: Buffer.from(text) }
    await page.getByLabel("File", { exact: true }).setInputFiles(file)
    await page.getByRole("button", { name: "Upload" }).click()
  }
  await upload("Given,Last name,DOB\nAda,Ruiz,30 February\n")
  await page.getByText("1 fault. Nothing was created.").waitFor()
  await page.getByRole("cell", { name: "DOB" }).waitFor()

  await upload("Called,Last,DOB\nAda,Ruiz,2/5/1962\nDan,O’Neil,\n")
  await page.getByText("Born February 5, 1962").waitFor()
  await page.getByLabel("Called", { exact: true }).selectOption("First name")
  await page.getByLabel("Dates such as 5/3/1962").selectOption("Day first: March 5")
  await page.getByRole("button", { name: "Read the file again" }).click()
  await page.getByText("Born May 2, 1962").waitFor()
  await page.getByRole("rowheader", { name: "Ruiz, Ada" }).waitFor()
  await page.getByRole("button", { name: "Create 2 matters" }).click()
  await page.getByText("2 matters created.").waitFor()
  await page.getByText("Undo this import").click()
  await page.getByText("2 matters will be deleted in the background.").waitFor()
  await page.getByRole("button", { name: "Undo the import" }).click()
  await page.getByText("0 of 2").waitFor()
  await runBulkActionAt(service, firm, page.url())
  await page.getByRole("link", { name: "Refresh" }).click()
  await page.getByText("2 matters have been deleted.").waitFor()
})
