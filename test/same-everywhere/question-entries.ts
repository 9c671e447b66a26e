// The entries for answers to questions: its reader, the portal's form, autosave, and staff who fill it in for the client.
import type { Definition, Question } from "../../server/definition/definition.ts"
import { faultSentence } from "../../server/definition/faults/fault-sentences.ts"
import { languageCodes } from "../../server/definition/text.ts"
import { type Answerable, parseAnswer } from "../../server/definition/values/values.ts"
import { newId } from "../../server/platform/ids.ts"
import { cookieHeader } from "../harness/cookies.ts"
import { t } from "../harness/definition-parts.ts"
import { newPortalIntake, type PortalIntake } from "../harness/portal-intake.ts"
import { sampleDefinition } from "../harness/sample-intake.ts"
import type { TestFirm } from "../harness/service.ts"
import { newStaffBrowser } from "../harness/staff-browser.ts"
import { type Entry, errorIn, type Outcome, type Row, someAtOnce, withoutName } from "./row.ts"

const isQuestion = ({ kind }: Row) => kind !== "name" && kind !== "matter_name"
/** Staff fill in pages in English. */
const isEnglish = ({ language = "en" }: Row) => language === "en"

const questionOf = (id: string, { kind, settings }: Row) =>
  ({
    id,
    type: kind,
    prompt: t("Answer", "Respuesta"),
    required: false,
    each_client: false,
    sensitive: false,
    ...settings,
  }) as Question

export const questionEntries: Entry[] = [
  { name: "the reader", takes: isQuestion, send: async (rows) => rows.map(readRow) },
  {
    name: "autosave",
    takes: isQuestion,
    every: 4,
    send: (rows, to) => byLanguage(rows, (own) => autosaveAll(own, to)),
  },
  {
    name: "the portal's form",
    takes: isQuestion,
    every: 6,
    send: (rows, to) =>
      byLanguage(rows, (own) => answerAll(own, to, ({ ada }, url, controls) => ada.post(url, controls))),
  },
  {
    name: "staff who fill it in for the client",
    takes: (row) => isQuestion(row) && isEnglish(row),
    every: 12,
    send: async (rows, to) => {
      const staff = await newStaffBrowser(to.service, to.firm)
      return someAtOnce(rows, (own) => {
        let isBegun = false
        return answerAll(own, to, async ({ matter_id }, url, controls) => {
          if (!isBegun) await staff("POST", `/console/matters/${matter_id}/impersonation`)
          isBegun = true
          const page = url.replace("/portal", `/impersonation/${matter_id}`)
          const { text: html, status } = await staff("POST", page, controls)
          return { html, status }
        })
      })
    },
  },
]

/** The rows of each language are typed by clients of their own, who chose that language. */
async function byLanguage(rows: readonly Row[], send: (own: readonly Row[]) => Promise<Outcome[]>) {
  const found = new Map<Row, Outcome>()
  for (const language of languageCodes) {
    const own = rows.filter((row) => (row.language ?? "en") === language)
    const outcomes = await someAtOnce(own, send)
    for (const [index, row] of own.entries()) found.set(row, outcomes[index] ?? {})
  }
  return rows.map((row) => found.get(row) ?? {})
}

const today = "2026-03-02"

function readRow(row: Row): Outcome {
  const { language = "en" } = row
  const question = questionOf("q", row)
  const parsed = parseAnswer(question as Answerable, rawOf(row), today, language)
  if (parsed.kind === "fault")
    return { refused: withoutName(faultSentence(parsed.fault, "Answer", language)) }
  return { value: parsed.kind === "value" ? parsed.value : null }
}

/** As web/portal/form.ts reads the controls. */
function rawOf({ kind, typed }: Row) {
  if (typeof typed === "string") return typed
  if (kind !== "address") return typed
  return ["street", "city", "state", "postal_code", "country_iso"].map((part) => typed[part] ?? "")
}

function controlsOf(id: string, { typed }: Row): Record<string, string> {
  if (typeof typed === "string") return { [id]: typed }
  return Object.fromEntries(Object.entries(typed).map(([part, text]) => [`${id}_${part}`, text]))
}

interface Questions {
  intake: PortalIntake
  /** The id and the page of the question of each row. */
  ids: string[]
  url: (id: string) => string
}

/** A matter with a question for each row. */
async function ask(
  { service, firm }: Parameters<Entry["send"]>[1],
  rows: readonly Row[],
): Promise<Questions> {
  const ids = rows.map(() => newId("question"))
  const section_id = newId("section")
  const define = (parts: Parameters<typeof sampleDefinition>[0]): Definition => ({
    sections: [
      ...sampleDefinition(parts).sections.slice(0, 1),
      {
        id: section_id,
        kind: "questions",
        title: t("Answers", "Respuestas"),
        questions: rows.map((row, index) => questionOf(ids[index] ?? "", row)),
      },
    ],
  })
  const intake = await newPortalIntake(service, firm, { define })
  await intake.ada.get(`/portal?lang=${rows[0]?.language ?? "en"}`)
  return { intake, ids, url: (id) => `/portal/sections/${section_id}/${id}` }
}

type Send = (
  intake: PortalIntake,
  url: string,
  controls: Record<string, string>,
) => Promise<{ html: string; status: number }>

async function answerAll(rows: readonly Row[], to: Parameters<Entry["send"]>[1], send: Send) {
  const questions = await ask(to, rows)
  const errors: Outcome["refused"][] = []
  for (const [index, row] of rows.entries()) {
    const id = questions.ids[index] ?? ""
    const { html, status } = await send(questions.intake, questions.url(id), controlsOf(id, row))
    errors.push(status === 303 ? undefined : (errorIn(html, id) ?? `${status}`))
  }
  return outcomes(to.firm, questions, errors)
}

async function autosaveAll(rows: readonly Row[], to: Parameters<Entry["send"]>[1]) {
  const questions = await ask(to, rows)
  const errors: Outcome["refused"][] = []
  for (const [index, row] of rows.entries()) {
    const id = questions.ids[index] ?? ""
    const controls = Object.fromEntries(
      Object.entries(controlsOf(id, row)).map(([name, text]) => [name, [text]]),
    )
    const answer = await to.service.app.inject({
      method: "POST",
      url: "/portal/fields",
      headers: { cookie: cookieHeader(questions.intake.ada.cookies), "sec-fetch-site": "same-origin" },
      payload: { page: questions.url(id), controls, seen: { [id]: 0 } },
    })
    const sentence: unknown = answer.statusCode === 200 ? answer.json().faults[id] : answer.body
    errors.push(typeof sentence === "string" ? withoutName(sentence) : undefined)
  }
  return outcomes(to.firm, questions, errors)
}

/** The values that the API returns, and the sentences collected. */
async function outcomes(
  firm: TestFirm,
  { intake, ids }: Questions,
  errors: readonly Outcome["refused"][],
): Promise<Outcome[]> {
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/answers`)
  const values = new Map<string, unknown>(
    body.answers.map(({ question, value }: { question: string; value: unknown }) => [question, value]),
  )
  return ids.map((id, index) => {
    const refused = errors[index]
    return refused === undefined ? { value: values.get(id) ?? null } : { refused }
  })
}
