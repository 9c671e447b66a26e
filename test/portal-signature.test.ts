// Drawn signatures in a browser: the lines are stored and shown, and can be cleared and redrawn before signing.
import assert from "node:assert/strict"
import { test } from "node:test"
import { listSignatures } from "../server/intake/agreements/signatures.ts"
import { parseStrokes } from "../server/intake/agreements/strokes.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { newPortalIntake } from "./harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { addAgreementFor, addSampleAgreement } from "./harness/signed-agreement.ts"

const opened = await openServiceAndBrowser()

test("a drawn signature is stored with its lines, without those that were cleared", async () => {
  const firm = await opened.service.newFirm("Hartwell & Pryce")
  const intake = await newPortalIntake(opened.service, firm)
  const words = {
    title: { en: "Engagement letter", es: "Carta de encargo" },
    text: { en: "We draft your will.", es: "Redactamos su testamento." },
  }
  await addAgreementFor(firm, words)
  const page = await openPageOf(opened, intake.ada.cookies, { width: 360, height: 740 })
  await page.goto("/portal")
  await page
    .getByRole("link", { name: /Engagement letter/ })
    .first()
    .click()
  await page.getByLabel("Your full name").fill("Ada Smith")

  const field = page.locator("svg[data-signature]")
  await field.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const draw = async (points: [across: number, down: number][]) => {
    const [first = [0, 0], ...others] = points.map(([across, down]) => [
      x + across * width,
      y + down * height,
    ])
    await page.mouse.move(first[0] ?? 0, first[1] ?? 0)
    await page.mouse.down()
    for (const [to_x = 0, to_y = 0] of others) await page.mouse.move(to_x, to_y)
    await page.mouse.up()
  }
  await draw([
    [0.9, 0.9],
    [0.95, 0.2],
  ])
  await page.getByRole("button", { name: /Clear/ }).click()
  await draw([
    [0.1, 0.5],
    [0.3, 0.25],
    [0.5, 0.75],
  ])
  await draw([
    [0.6, 0.5],
    [0.7, 0.5],
  ])
  await screenshot(page, "signature-drawn")
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Sign", exact: true }).click()
  await page.locator("svg.signature polyline").first().waitFor()
  assert.equal(await page.locator("svg.signature polyline").count(), 2)
  await expectNoAxeViolations(page)

  const [signature] = await firm.run((tx) => listSignatures(tx, intake.matter_id))
  assert.equal(signature?.name, "Ada Smith")
  const [first = [], second = []] = signature?.strokes ?? []
  const near = (point: readonly number[] | undefined, expected: [number, number]) =>
    point?.every((value, axis) => Math.abs(value - (expected[axis] ?? 0)) <= 6)
  assert.ok(near(first[0], [60, 100]) && near(first.at(-1), [300, 150]), JSON.stringify(first))
  assert.ok(near(second[0], [360, 100]) && near(second.at(-1), [420, 100]), JSON.stringify(second))
})

test("a drawing ends at what the server takes, so that none of it is lost", async () => {
  const firm = await opened.service.newFirm("Hartwell & Pryce")
  const intake = await newPortalIntake(opened.service, firm)
  const agreement_id = await addSampleAgreement(firm)
  const page = await openPageOf(opened, intake.ada.cookies)
  await page.goto(`/portal/agreements/${agreement_id}`)
  const draw = (lines: number, points: number) =>
    page.evaluate(
      ([line_count = 0, point_count = 0]) => {
        const field = document.querySelector<SVGSVGElement>("svg[data-signature]")
        if (!field) return ""
        // Only a real pointer can be captured.
        field.setPointerCapture = () => undefined
        document.querySelector<HTMLElement>("[data-clear]")?.click()
        const { left, top, width, height } = field.getBoundingClientRect()
        const send = (type: string, x: number, y: number) => {
          const at = { clientX: left + (x % 1) * width, clientY: top + y * height }
          field.dispatchEvent(new PointerEvent(type, { button: 0, ...at }))
        }
        for (let line = 0; line < line_count; line += 1) {
          send("pointerdown", 0, 0.1)
          for (let point = 1; point < point_count; point += 1) send("pointermove", point * 0.1, 0.5)
          send("pointerup", 0, 0)
        }
        const input = document.getElementById(field.dataset.signature ?? "")
        return input instanceof HTMLInputElement ? input.value : ""
      },
      [lines, points],
    )
  for (const [lines, points] of [
    [210, 3],
    [190, 30],
  ] as const) {
    const strokes = parseStrokes(await draw(lines, points))
    assert.ok(strokes, `${lines} lines of ${points} points`)
    assert.ok(strokes.length === 200 || strokes.flat().length === 5_000, String(strokes.flat().length))
  }
})
