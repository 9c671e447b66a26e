import assert from "node:assert/strict"
import { test } from "node:test"
import {
  classOf,
  findRelationship,
  groupOf,
  relationshipLabel,
  relationships,
  relationshipsOfGroup,
} from "./relationships.ts"

test("published codes keep their class and meaning", () => {
  const published = {
    "0CLNT": "Client",
    "1MAIN": "Main client",
    "1MARR": "Spouse",
    "1DIVO": "Former spouse",
    "1WIDW": "Surviving spouse",
    "1LIFP": "Life partner",
    "2DATR": "Daughter",
    "2SON": "Son",
    "2SDTR": "Stepdaughter",
    "2SSON": "Stepson",
    "2CHLD": "Child",
    "2SCHD": "Stepchild",
    "3SSIB": "Step sibling",
    "4GODM": "Godmother",
    "5WMAN": "Wealth manager",
  }
  for (const [type, short] of Object.entries(published)) assert.equal(findRelationship(type)?.short, short)
})

test("every code is unique, starts with its class digit, and has labels in both languages", () => {
  assert.equal(new Set(relationships.map(({ type }) => type)).size, relationships.length)
  for (const relationship of relationships) {
    assert.match(relationship.type, /^[0-5][A-Z]{3,4}$/)
    assert.ok(relationship.short && relationship.description && relationship.short_es)
  }
  const labels = relationships.flatMap(({ short, short_es }) => [`en ${short}`, `es ${short_es}`])
  assert.equal(new Set(labels).size, labels.length, "two codes share a label")
})

test("the table is sorted by class", () => {
  const classes = relationships.map(({ type }) => classOf(type))
  assert.deepEqual(classes, classes.toSorted())
})

test("every relationship except the clients' belongs to one group of the people section", () => {
  assert.equal(groupOf("0CLNT"), undefined)
  assert.equal(groupOf("1MAIN"), undefined)
  assert.equal(groupOf("1MARR"), "family")
  assert.equal(groupOf("2ASON"), "children")
  assert.equal(groupOf("9NONE"), undefined)
  const grouped = (["children", "family", "others", "advisors"] as const).flatMap(relationshipsOfGroup)
  assert.equal(grouped.length, relationships.length - 2)
})

test("labels follow the reader's language, and an unknown code is returned unchanged", () => {
  assert.equal(relationshipLabel("2DATR", "en"), "Daughter")
  assert.equal(relationshipLabel("2DATR", "es"), "Hija")
  assert.equal(relationshipLabel("7XYZ", "es"), "7XYZ")
})
