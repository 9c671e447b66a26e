import assert from "node:assert/strict"
import { test } from "node:test"
import { renderToString } from "preact-render-to-string"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { checkbox, checkboxes, choice, list } from "./choice-fields.tsx"
import { type Field, type Fields, parseFields, storedIn } from "./field.ts"
import { showFields } from "./form-page.tsx"
import { day, email, line, matterName, text, wholeNumber } from "./text-fields.tsx"

const options = [
  { value: "red", label: "Red" },
  { value: "blue", label: "Blue" },
] as const

/** One field of each kind, with a stored value, and what a browser sends to change it. */
const kinds: Record<string, { field: Field<unknown>; typed: string[]; value: unknown }> = {
  line: { field: line({ label: "Name", max: 5, value: "Ruth" }), typed: [" Ada "], value: "Ada" },
  text: { field: text({ label: "Text", max: 9, value: "a\nb" }), typed: ["c\r\nd"], value: "c\nd" },
  email: {
    field: email({ label: "Email", value: "a@b.example" }),
    typed: [" c@d.example"],
    value: "c@d.example",
  },
  matter: { field: matterName({ value: "Pryce" }), typed: ["Pryce, Ruth"], value: "Pryce, Ruth" },
  day: { field: day({ label: "Due", value: "2026-03-02" }), typed: ["2028-02-29"], value: "2028-02-29" },
  number: {
    field: wholeNumber({ label: "Days", min: 1, max: 90, value: 7 }),
    typed: ["90"],
    value: 90,
  },
  box: { field: checkbox({ label: "Active", value: false }), typed: ["true"], value: true },
  boxes: {
    field: checkboxes({ label: "Colors", options, value: ["red"] }),
    typed: ["blue", "red", "x"],
    value: ["red", "blue"],
  },
  choice: { field: choice({ label: "Color", options, value: "red" }), typed: ["blue"], value: "blue" },
  list: {
    field: list({ label: "Color", options, value: "red", placeholder: "None" }),
    typed: [""],
    value: "",
  },
}

test("each kind of field reads back what its own control shows", () => {
  for (const [name, { field }] of Object.entries(kinds)) {
    const stored = storedIn({ [name]: field })[0]?.value ?? assert.fail(name)
    const html = renderToString(
      field.control({ id: name, typed: [stored].flat(), error: undefined, show: () => null }),
    )
    for (const value of [stored].flat()) if (name !== "box") assert.match(html, literally(value), name)
    const untouched = parseFields({ [name]: field }, { [name]: [stored].flat() })
    assert.deepEqual(untouched.faults, [], name)
    // Browsers send nothing for boxes and buttons without a choice; any other field is then not part of the form.
    if (!/^box|^choice/.test(name)) assert.deepEqual(parseFields({ [name]: field }, {}), untouched, name)
  }
})

test("each kind of field reads what is typed", () => {
  for (const [name, { field, typed, value }] of Object.entries(kinds))
    assert.deepEqual(parseFields({ [name]: field }, { [name]: typed }), {
      values: { [name]: value },
      faults: [],
    })
})

test("a blank field is blank, unless the form says that it may not be", () => {
  const blanks: [Field<unknown>, Field<unknown> | undefined, unknown][] = [
    [
      line({ label: "N", max: 5, value: "x" }),
      line({ label: "N", max: 5, value: "x", missing: "Enter it." }),
      "",
    ],
    [
      text({ label: "T", max: 5, value: "x" }),
      text({ label: "T", max: 5, value: "x", missing: "Enter it." }),
      "",
    ],
    [email({ label: "E" }), email({ label: "E", missing: "Enter it." }), ""],
    [day({ label: "D" }), day({ label: "D", missing: "Enter it." }), null],
    [wholeNumber({ label: "W", min: 0, max: 9, value: 3, blank: "never" }), undefined, null],
    [checkbox({ label: "C" }), checkbox({ label: "C", missing: "Enter it." }), false],
    [checkboxes({ label: "B", options }), checkboxes({ label: "B", options, missing: "Enter it." }), []],
  ]
  for (const [free, required, value] of blanks) {
    for (const typed of [[""], [" \u200b "], []] as const) {
      const isBox = free.label === "C" || free.label === "B"
      if (isBox && typed[0] !== undefined && typed[0] !== "") continue
      assert.deepEqual(
        parseFields({ free }, { free: typed }),
        { values: { free: value }, faults: [] },
        free.label,
      )
      if (!required) continue
      const { faults } = parseFields({ required }, { required: typed })
      assert.deepEqual(faults, [{ param: "required", code: "required", message: "Enter it." }], free.label)
    }
  }
})

test("all faults of a form are found at once, each in the words of its field", () => {
  const fields: Fields = {
    name: line({ label: "Name", max: 3 }),
    mail: email({ label: "Reply to" }),
    on: day({ label: "Due" }),
    days: wholeNumber({ label: "Days", min: 1, max: 90, value: 7, blank: "never" }),
    years: wholeNumber({ label: "Years", min: 0, max: 9, value: 7 }),
    color: choice({ label: "Color", options, value: "red" }),
    shade: line({
      label: "Shade",
      max: 9,
      check: (shade) => (shade === "#1" ? undefined : "Enter a shade."),
    }),
  }
  const { faults } = parseFields(fields, {
    name: ["Ruth"],
    mail: ["ruth"],
    on: ["2026-02-30"],
    days: ["91"],
    years: [""],
    color: ["green"],
    shade: ["#2"],
  })
  assertEach(faults, ({ param }) => param, Object.keys(fields))
  assertEach(
    faults.filter(({ param }) => /days|years|color|shade/.test(param)),
    ({ message }) => message,
    [
      "“Days” must be a whole number from 1 to 90, or blank for never.",
      "“Years” must be a whole number from 0 to 9.",
      "Choose one of the options of “Color”.",
      "Enter a shade.",
    ],
  )
  for (const { param, message } of faults) assert.match(message, param === "shade" ? /shade/ : /“.+”/)
})

test("a number is refused beyond its bounds, with a fraction, and in words that are none", () => {
  const days = wholeNumber({ label: "Days", min: 2, max: 30, value: 7 })
  for (const typed of ["1", "31", "-3", "2.5", "soon", "1e1", "9".repeat(5_000)])
    assert.equal(parseFields({ days }, { days: [typed] }).faults.length, 1, typed.slice(0, 10))
  for (const [typed, value] of [
    ["2", 2],
    ["30", 30],
    [" 7 ", 7],
  ] as const)
    assert.deepEqual(parseFields({ days }, { days: [typed] }).values, { days: value })
})

test("an option reveals fields that appear nowhere else, and a single option can be a fact", () => {
  const note = text({ label: "Note", max: 9, value: "hi" })
  const how = (all: boolean) =>
    choice({
      label: "How",
      value: "mail",
      is_fact_alone: true,
      options: [
        { value: "mail", label: "Mail", reveal: { note } },
        ...(all ? [{ value: "link", label: "Link" }] : []),
      ],
    })
  const shown = (fields: Fields) => renderToString(<div>{showFields(fields, undefined)}</div>)
  assert.equal(shown({ how: how(true), note }).match(/<textarea/g)?.length, 1)
  assert.match(shown({ how: how(false) }), /type="hidden" name="how" value="mail"/)
  assert.doesNotMatch(shown({ how: how(false) }), /type="radio"/)
})

test("what a form suggests is shown but not compared, and a list without a choice is none", () => {
  const boxes = checkboxes({ label: "Colors", options, suggested: ["blue"] })
  assert.match(renderToString(<div>{showFields({ boxes }, undefined)}</div>), /value="blue" checked/)
  assert.deepEqual(storedIn({ boxes }), [])
  const color = list({ label: "Color", options, placeholder: "None" })
  assert.deepEqual(parseFields({ color }, {}), { values: { color: "" }, faults: [] })
})

test("a field without a stored value is not compared with any", () => {
  assert.deepEqual(
    storedIn({ again: checkbox({ label: "Again" }), headers: text({ label: "Headers", max: 9 }) }),
    [],
  )
  assertEach(storedIn({ on: checkbox({ label: "On", value: true }) }), ({ value }) => value, [["true"]])
})
