import type { Language } from "../../questionnaires/text.ts"

const en = {
  for_person: (name: string) => `For ${name}`,
  required: "We need at least a first choice.",
  levels: ["First choice", "Successor", "Second successor", "Third successor"],
  level: (number: number) => `Choice ${number}`,
  successor_hint: "Steps in if nobody named above can or wants to serve.",
  several_hint: "You can choose more than one: they would serve together.",
  together: (names: string) =>
    `${names} would serve together, at the same time. We will talk with you about whether they must agree on everything.`,
  no_successor: (name: string) =>
    `There is no successor yet. If ${name} cannot serve, nobody you chose would step in.`,
  no_successor_row: "None named",
  together_row: (names: string) => `${names} (together)`,
  move_up: "Move up",
  move_down: "Move down",
  remove: "Remove",
  add_successor: "Add a successor",
  twice: (name: string) => `${name} is chosen more than once. Choose each person once.`,
  nobody_yet: "Nobody is on your list yet. Add the first person here.",
}

export type RoleWords = typeof en

const es: RoleWords = {
  for_person: (name) => `Para ${name}`,
  required: "Necesitamos al menos una primera opción.",
  levels: ["Primera opción", "Sustituto", "Segundo sustituto", "Tercer sustituto"],
  level: (number) => `Opción ${number}`,
  successor_hint: "Actúa si nadie de los anteriores puede o quiere hacerlo.",
  several_hint: "Puede elegir a más de una persona: actuarían juntas.",
  together: (names) =>
    `${names} actuarían juntos, al mismo tiempo. Hablaremos con usted sobre si deben estar de acuerdo en todo.`,
  no_successor: (name) =>
    `Todavía no hay sustituto. Si ${name} no puede actuar, nadie elegido por usted ocuparía su lugar.`,
  no_successor_row: "Nadie",
  together_row: (names) => `${names} (juntos)`,
  move_up: "Subir",
  move_down: "Bajar",
  remove: "Quitar",
  add_successor: "Agregar un sustituto",
  twice: (name) => `${name} aparece más de una vez. Elija a cada persona una sola vez.`,
  nobody_yet: "Todavía no hay nadie en su lista. Agregue aquí a la primera persona.",
}

/** What the pages about roles say. */
export const roleWords: Record<Language, RoleWords> = { en, es }
