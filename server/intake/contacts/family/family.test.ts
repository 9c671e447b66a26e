// A family's drawing: everyone appears once, nothing overlaps, and no line claims more than is known.

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { relationships } from "../../../definition/people/relationships.ts"
import { layOutFolded } from "./folded.ts"
import { box_width, type Drawing, layOut } from "./layout.ts"
import { linesOf, widthOf } from "./name-lines.ts"
import { type Relative, relationsOf } from "./relatives.ts"
import type { Box, Line } from "./shapes.ts"

type Point = Line["points"][number]

const codes = relationships.map(({ type }) => type).filter((type) => type !== "1MAIN" && type !== "0CLNT")

const relative = (id: string, code: string, more: Partial<Relative> = {}): Relative => ({
  id,
  name: id,
  code,
  partner_code: null,
  is_main: false,
  is_partner: false,
  ...more,
})

const anna = relative("anna", "0CLNT", { is_main: true })
const ben = relative("ben", "1MARR", { is_partner: true })

const families = fc
  .record({
    has_partner: fc.boolean(),
    others: fc.array(
      fc.record({
        code: fc.constantFrom(...codes),
        partner_code: fc.option(fc.constantFrom(...codes)),
        height: fc.integer({ min: 40, max: 130 }),
      }),
      { maxLength: 30 },
    ),
  })
  .map(({ has_partner, others }) => {
    const people = [
      relative("anna", "0CLNT", { is_main: true }),
      ...(has_partner ? [relative("ben", "1MARR", { is_partner: true })] : []),
      ...others.map(({ code, partner_code }, index) => relative(`p${index}`, code, { partner_code })),
    ]
    const heights = new Map(others.map(({ height }, index) => [`p${index}`, height]))
    return { people, heights }
  })

function draw(people: readonly Relative[], heights = new Map<string, number>(), layout = layOut): Drawing {
  const relations = relationsOf(people)
  return layout(
    people.flatMap(({ id }) => {
      const relation = relations.get(id)
      return relation ? [{ id, ...relation, height: heights.get(id) ?? 70 }] : []
    }),
  )
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const isBetween = (value: number, one: number, other: number) =>
  value >= Math.min(one, other) && value <= Math.max(one, other)

function isAtEdge({ x, y, width, height }: Box, [px, py]: Point): boolean {
  const [isWithin, isLevel] = [isBetween(px, x, x + width), isBetween(py, y, y + height)]
  return isWithin && isLevel && (px === x || px === x + width || py === y || py === y + height)
}

function isOn({ points: [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] }: Line, [px, py]: Point): boolean {
  return isBetween(px, x1, x2) && isBetween(py, y1, y2)
}

for (const [how, layout] of [
  ["in the wide", layOut],
  ["in the folded", layOutFolded],
] as const) {
  test(`in any family, ${how} drawing: everyone but advisors has one box, no two overlap, and all lie within the drawing`, () => {
    fc.assert(
      fc.property(families, ({ people, heights }) => {
        const { boxes, width, height } = draw(people, heights, layout)
        const expected = people.filter(({ code }) => !code.startsWith("5")).map(({ id }) => id)
        assert.deepEqual(boxes.map(({ id }) => id).toSorted(), expected.toSorted())
        for (const [index, box] of boxes.entries()) {
          assert.ok(
            box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
            box.id,
          )
          assert.ok(box.height >= (heights.get(box.id) ?? 0), `${box.id} is too low for its text`)
          for (const other of boxes.slice(index + 1))
            assert.ok(!overlaps(box, other), `${box.id} lies over ${other.id}`)
        }
      }),
      { numRuns: 600, seed: 20260711 },
    )
  })

  test(`in any family, ${how} drawing: no line runs through a box or out of the drawing, and none ends nowhere`, () => {
    fc.assert(
      fc.property(families, ({ people, heights }) => {
        const { boxes, lines, width, height } = draw(people, heights, layout)
        for (const { points } of lines) {
          const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = points
          assert.ok(x1 === x2 || y1 === y2, "a diagonal line")
          const [left, right, top, bottom] = [
            Math.min(x1, x2),
            Math.max(x1, x2),
            Math.min(y1, y2),
            Math.max(y1, y2),
          ]
          assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height)
          for (const box of boxes) {
            const isThrough =
              left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y
            assert.ok(!isThrough, `a line runs through ${box.id}: ${JSON.stringify(points)}`)
          }
          const others = lines.filter((line) => line.points !== points)
          for (const point of points)
            assert.ok(
              boxes.some((box) => isAtEdge(box, point)) || others.some((line) => isOn(line, point)),
              `a line ends nowhere: ${JSON.stringify(points)}`,
            )
        }
      }),
      { numRuns: 600, seed: 20260711 },
    )
  })
}

test("the folded drawing of any family fits a phone and stays readable", () => {
  fc.assert(
    fc.property(families, ({ people, heights }) => {
      const { width } = draw(people, heights, layOutFolded)
      assert.ok(width * 0.6 <= 288, `${width} px wide`)
    }),
    { numRuns: 300, seed: 20260711 },
  )
})

test("the folded drawing hangs each child on the parents it is known to have", () => {
  const children = [
    relative("both", "2DATR"),
    relative("hers", "2SON", { partner_code: "2SSON" }),
    relative("his", "2SSON"),
  ]
  const { boxes, lines } = draw([anna, ben, ...children], undefined, layOutFolded)
  const box = (id: string) => boxes.find((each) => each.id === id)
  /** Whether a line ends at a side of the box. */
  const touches = (id: string, x: number) => {
    const { y = 0, height = 0 } = box(id) ?? {}
    const ends = lines.flatMap(({ points }) => points)
    return ends.some(([px, py]) => px === x && py > y && py < y + height)
  }
  const [left, right] = [box("anna")?.x ?? 0, (box("ben")?.x ?? 0) + box_width]
  assert.ok(touches("hers", left) && touches("anna", left), "hers hangs on her outer side")
  assert.ok(touches("his", right) && touches("ben", right), "his hangs on his outer side")
  assert.ok(touches("both", left + box_width) && !touches("both", left), "both's hangs between them")
  const alone = draw(
    [anna, relative("child", "2SON"), relative("grandchild", "3GSON")],
    undefined,
    layOutFolded,
  )
  const sides = alone.boxes.map(({ x }) => x)
  const rails = alone.lines.flatMap(({ points }) => points.map(([x]) => x))
  assert.ok(
    Math.min(...rails) > 0 && Math.min(...rails) < Math.min(...sides),
    "without a partner, all hang on one side",
  )
})

test("people without a known place stand in rows as wide as the family, in its middle", () => {
  const named = (count: number, name: string, code: string) =>
    Array.from({ length: count }, (_, index) => relative(`${name} ${index}`, code))
  const { boxes } = draw([anna, ben, ...named(6, "child", "2DATR"), ...named(5, "friend", "4FRND")])
  const middleOf = (some: readonly Box[]) =>
    (Math.min(...some.map(({ x }) => x)) + Math.max(...some.map(({ x, width }) => x + width))) / 2
  const isFriend = ({ id }: Box) => id.startsWith("friend")
  const friends = boxes.filter(isFriend)
  assert.equal(new Set(friends.map(({ y }) => y)).size, 1)
  assert.ok(Math.abs(middleOf(friends) - middleOf(boxes.filter((box) => !isFriend(box)))) <= 1)
  const few = draw([anna, ...named(5, "friend", "4FRND")]).boxes.filter(isFriend)
  assert.equal(new Set(few.map(({ y }) => y)).size, 2, "three in a row beside a small family")
})

test("the same family always gets the same drawing", () => {
  fc.assert(
    fc.property(families, ({ people, heights }) => {
      assert.deepEqual(draw(people, heights), draw(structuredClone(people), heights))
    }),
    { numRuns: 100 },
  )
})

const branchesOf = (people: readonly Relative[]) =>
  Object.fromEntries([...relationsOf(people)].map(([id, { branch }]) => [id, branch]))

test("children belong to both or to one, according to their relationships", () => {
  const children = [
    relative("both", "2DATR"),
    relative("adopted", "2ACHD"),
    relative("hers", "2SON", { partner_code: "2SSON" }),
    relative("his", "2SSON", { partner_code: "2SON" }),
    relative("his too", "2SDTR"),
    relative("his alone", "4OTHR", { partner_code: "2DATR" }),
  ]
  assert.deepEqual(branchesOf([anna, ben, ...children]), {
    anna: "main",
    ben: "partner",
    both: "child_both",
    adopted: "child_both",
    hers: "child_main",
    his: "child_partner",
    "his too": "child_partner",
    "his alone": "child_partner",
  })
  const alone = branchesOf([anna, ...children])
  assert.equal(alone.both, "child_main")
  assert.equal(alone["his too"], "indirect", "there is no one to draw it as a child of")
})

test("parents and siblings are next to their relatives, and people without a known place are with the others", () => {
  const branches = branchesOf([
    anna,
    ben,
    relative("mother", "3MOTH"),
    relative("mother-in-law", "3MINL"),
    relative("his father", "4FRND", { partner_code: "3FATH" }),
    relative("brother", "3BROT"),
    relative("his sister", "3OFAM", { partner_code: "3SIST" }),
    relative("former", "1DIVO"),
    relative("uncle", "3UNCL"),
    relative("family", "3OFAM"),
    relative("friend", "4FRND"),
    relative("banker", "5BANK"),
  ])
  assert.deepEqual(branches, {
    anna: "main",
    ben: "partner",
    mother: "parent",
    "mother-in-law": "partner_parent",
    "his father": "partner_parent",
    brother: "sibling",
    "his sister": "partner_sibling",
    former: "former",
    uncle: "indirect",
    family: "other",
    friend: "other",
  })
})

test("lines show what is known: grandchildren connect to the children as a group, unsure, and uncles to no one", () => {
  const people = [
    anna,
    ben,
    relative("child", "2SON"),
    relative("grandchild", "3GSON"),
    relative("uncle", "3UNCL"),
  ]
  const { lines, boxes } = draw(people)
  const at = (id: string) => boxes.find((box) => box.id === id) as Box
  const changesAnswering = (id: string, edge: "top" | "bottom") => {
    const { x, y, height } = at(id)
    return lines.filter(({ points }) =>
      points.some(([px, py]) => px === x + box_width / 2 && py === (edge === "top" ? y : y + height)),
    )
  }
  assertEach(changesAnswering("child", "top"), ({ kind }) => kind, ["certain"])
  assertEach(changesAnswering("grandchild", "top"), ({ kind }) => kind, ["unsure"])
  assert.deepEqual(changesAnswering("uncle", "bottom"), [])
  assert.ok(
    at("grandchild").y > at("child").y && at("child").y > at("anna").y && at("anna").y > at("uncle").y,
  )
})

test("nothing is drawn without a main person", () => {
  assert.equal(relationsOf([relative("friend", "4FRND")]).size, 0)
})

test("names in any script and of any length break into lines that fit, and lose only their end", () => {
  assert.deepEqual(linesOf("Siobhán Maeve O’Neil-Ștefănescu", 9, 3), [
    "Siobhán Maeve",
    "O’Neil-",
    "Ștefănescu",
  ])
  assert.deepEqual(linesOf("歐陽娜娜德川家康", 4.5, 3), ["歐陽娜娜", "德川家康"])
  assert.deepEqual(linesOf("", 10, 3), [])
  assert.equal(linesOf("W".repeat(128), 10, 3).at(-1)?.endsWith("…"), true)
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 128 }),
      fc.integer({ min: 4, max: 12 }),
      (name, width) => {
        const lines = linesOf(name, width, 3)
        assert.ok(lines.length <= 3)
        for (const line of lines) assert.ok(widthOf(line) <= width + 0.001, line)
        const shown = lines.join("").replace(/…$/, "").replace(/\s/g, "")
        assert.ok(
          name.replace(/\s/g, "").startsWith(shown.replace(/…$/, "")),
          `${name} became ${lines.join("|")}`,
        )
      },
    ),
    { numRuns: 300, seed: 7 },
  )
})
