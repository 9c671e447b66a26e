import assert from "node:assert/strict"
import { test } from "node:test"
import type { Parsed } from "../faults/faults.ts"
import { parseEmail, parsePhone } from "./email-and-phone.ts"

function outcome(parsed: Parsed<string>) {
  return parsed.kind === "fault" ? parsed.fault.code : parsed.kind
}

test("the address and the number are read out of what people paste", () => {
  for (const pasted of [
    "Ana Li <ana@example.com>",
    "<ana@example.com>",
    "mailto:ana@example.com",
    "MAILTO:ana@example.com?subject=Will",
    "ana@example.com.",
    "ana@example.com,",
  ])
    assert.deepEqual(parseEmail(pasted), { kind: "value", value: "ana@example.com" }, pasted)
  for (const [pasted, number] of [
    ["tel:+12025550117", "+12025550117"],
    ["202-555-0117 (cell)", "202-555-0117"],
    ["Móvil: 202-555-0117", "202-555-0117"],
    ["202-555-0117 trabajo", "202-555-0117"],
    ["h: (202) 555-0142", "(202) 555-0142"],
    ["۲۰۲۵۵۵۰۱۱۷", "2025550117"],
    ["２０２－５５５－０１１７", "202-555-0117"],
    ["2025550117.0", "2025550117"],
    ["+442079460018,00", "+442079460018"],
    ["work: 2025550117.", "2025550117"],
    ["202.555.0100", "202.555.0100"],
  ] as const)
    assert.deepEqual(parsePhone(pasted), { kind: "value", value: number }, pasted)
  for (const pasted of ["cell", "home: ", "work (office)", "ask her son"])
    assert.equal(parsePhone(pasted).kind, "fault", pasted)
})

test("a megabyte is too long for an email address or a phone number", () => {
  const long = `a${" \t".repeat(500_000)}b`
  assert.equal(outcome(parseEmail(long)), "email_too_long")
  assert.equal(outcome(parsePhone(long)), "phone_too_long")
})

test("the longest and shortest that can be reached are accepted, and no character more or less", () => {
  const longest = `ana@${`${"x".repeat(63)}.`.repeat(3)}${"y".repeat(54)}.com`
  for (const [email, expected] of [
    [longest, "value"],
    [`b${longest}`, "email_too_long"],
    [`${"a".repeat(64)}@example.com`, "value"],
    [`${"a".repeat(65)}@example.com`, "email_too_long"],
    [`ana@${"x".repeat(63)}.com`, "value"],
    [`ana@${"x".repeat(64)}.com`, "email_incomplete"],
    ["ana@example.co", "value"],
    ["ana@example.c", "email_incomplete"],
    ["ana@example.c0m", "email_incomplete"],
    ["ana@-example.com", "email_incomplete"],
    ["ana@example-.com", "email_incomplete"],
  ] as const)
    assert.equal(outcome(parseEmail(email)), expected, email)
  for (const [phone, expected] of [
    ["555014", "phone_too_short"],
    ["5550142", "value"],
    ["1".repeat(13), "value"],
    ["1".repeat(14), "phone_too_long"],
    [`+${"1".repeat(17)}`, "value"],
    [`+${"1".repeat(18)}`, "phone_too_long"],
    ["202-555-0142 x12345678", "value"],
    ["202-555-0142 x123456789", "phone_unreadable"],
    ["202-555-0142 x1a", "phone_unreadable"],
    ["202555/0142", "value"],
    ["555-0142/0143", "phone_unreadable"],
    ["+12025550/142", "value"],
    ["+120255501/42", "phone_unreadable"],
    [`202${".".repeat(53)}5550`, "value"],
    [`202${".".repeat(54)}5550`, "phone_too_long"],
  ] as const)
    assert.equal(outcome(parsePhone(phone)), expected, phone)
})
