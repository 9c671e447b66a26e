import assert from "node:assert/strict"
import { test } from "node:test"
import type { Definition } from "./definition.ts"
import { fillPlaceholders, type Subject } from "./placeholders.ts"
import { textIn } from "./text.ts"

const walter: Subject = {
  name: "Walter",
  gender_binary: "Male",
  open_date: "2026-01-10",
  is_deceased: true,
}

function definitionOf(en: string, es: string, each_client = false): Definition {
  return {
    sections: [
      {
        id: "section",
        title: "About their life",
        kind: "questions",
        questions: [
          {
            ...{ id: "question", type: "text", prompt: { en, es }, required: false },
            ...{ each_client, sensitive: false },
          },
        ],
      },
    ],
  }
}

function read(definition: Definition, subject: Subject): string[] {
  const [section] = fillPlaceholders(definition, subject).sections
  const prompt = section?.kind === "questions" ? section.questions[0]?.prompt : undefined
  return [textIn(prompt, "en"), textIn(prompt, "es")]
}

test("a prompt names the person it is about, in both languages", () => {
  const definition = definitionOf(
    "Where did {name} die, and who was with {them}? {they} had {their} papers of {last_year}.",
    "¿Dónde falleció {name} y quién estaba con {them}? {their} declaración de {last_year}.",
  )
  assert.deepEqual(read(definition, walter), [
    "Where did Walter die, and who was with him? He had his papers of 2025.",
    "¿Dónde falleció Walter y quién estaba con él? Su declaración de 2025.",
  ])
  assert.deepEqual(read(definition, { ...walter, name: "", gender_binary: "" }), [
    "Where did the person who died die, and who was with them? They had their papers of 2025.",
    "¿Dónde falleció la persona fallecida y quién estaba con esta persona? Su declaración de 2025.",
  ])
})

test("a per-client question names neither client", () => {
  const [en] = read(definitionOf("Does {name} smoke?", "¿Fuma {name}?", true), walter)
  assert.equal(en, "Does the person who died smoke?")
})

test("unknown words in braces stay unchanged, and a definition without placeholders is not copied", () => {
  assert.deepEqual(read(definitionOf("A {nickname}", "Un {apodo}"), walter), ["A {nickname}", "Un {apodo}"])
  const plain = definitionOf("Plain", "Sencillo")
  assert.equal(fillPlaceholders(plain, walter), plain)
})
