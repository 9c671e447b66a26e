// Two matters of one firm with the same questionnaire: nothing of one shows in the other's pages and responses, and
// nothing that is done to one changes the other.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { addNote } from "../server/follow-up/notes/notes.ts"
import { changeContact } from "../server/intake/contacts/editing.ts"
import { collectCorrection, requestCorrections } from "../server/intake/corrections/requests.ts"
import { handOver } from "../server/intake/handovers/handovers.ts"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { openTopic } from "../server/intake/messages/writing.ts"
import { addToInbox } from "../server/intake/notifications/inbox.ts"
import { requestExport } from "../server/outputs/exports/exports.ts"
import { sql, type Tx } from "../server/platform/db/sql.ts"
import type { Form } from "../server/platform/http/responses/pages.ts"
import { fillIn } from "./contract/sample-firm.ts"
import { apiLines, consoleLines, parametersOfMatter } from "./every-route/routes.ts"
import { addressOf, parametersOf, provideTwoFirms } from "./every-route/two-firms.ts"
import { assertEach } from "./harness/assert-each.ts"
import { newIntake } from "./harness/sample-intake.ts"
import { giveThumbnails } from "./harness/sample-thumbnail.ts"
import { sentForm, turnedForm } from "./harness/sent-form.ts"
import { signAsMain } from "./harness/signed-agreement.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"
import { unzip } from "./harness/unzip.ts"
import { withoutRandomText } from "./harness/without-random-text.ts"

const fixtures = provideTwoFirms(() => now)
let staff: Awaited<ReturnType<typeof newStaffBrowser>>
let now = new Date("2027-03-02T15:00:00Z")
before(async () => {
  now = new Date("2027-03-02T16:00:00Z")
  const { firm, params } = fixtures.ours
  // Every tag of the firm is offered on all of its matters.
  await firm.request("PATCH", `/v1/matters/${params.matter_id}/filing`, { tags: ["Vexley"] })
  staff = await newStaffBrowser(fixtures.service, firm)
})

const isOfMatter = (route: string) => parametersOf(route).some((name) => parametersOfMatter.includes(name))

/** The text of a response; of a workbook, that of its parts. */
function textOf(bytes: Buffer): string {
  const isArchive = bytes.toString("latin1", 0, 2) === "PK"
  return isArchive ? [...unzip(bytes)].map((part) => part.join("\n")).join("\n") : bytes.toString()
}

/** A response without its time of creation and new ids, and a page without its frame, which counts all notifications. */
function comparable(read: string): string {
  return withoutRandomText(read)
    .replace(/^<!doctype html>.*?(?=<main)/is, "")
    .replace(/(message_id" value=|\/ID|D:|CreateDate>)[^\n)]+/g, "$1")
}

/** What staff and the firm's software read of our matter, by URL. */
async function readAll(): Promise<Map<string, string>> {
  const { service, ours } = fixtures
  const { params, firm } = ours
  const found = new Map<string, string>()
  for (const [route, { methods, params: others }] of Object.entries({ ...consoleLines, ...apiLines })) {
    if (!methods.includes("GET") || !isOfMatter(route)) continue
    const url = addressOf(route, { ...params, ...others?.(ours) })
    const isPage = route.startsWith("/console")
    const headers = { authorization: `Token ${firm.token}` }
    const read = isPage
      ? (await staff("GET", url)).text
      : textOf((await service.app.inject({ url, headers })).rawPayload)
    found.set(url, read)
  }
  return found
}

/** Gives the firm a second matter with something in every part. No person, text, or address of it is the first one's. */
async function addTwin(): Promise<string> {
  const { service, ours } = fixtures
  const { firm } = ours
  const said = "_QUILLON"
  const intake = await newIntake(firm, { like: ours.intake })
  const { matter_id, main, spouse, child, other_child } = intake
  await firm.run(async (tx) => {
    await tx.run(
      sql`update users set email = 'quillon@example.com' where id = ${intake.client.user_id ?? ""}`,
    )
    await tx.run(sql`update matters set name = 'Quillon', search_name = 'quillon' where id = ${matter_id}`)
    for (const [index, id] of [main, spouse, child, other_child].entries())
      await changeContact(tx, id, [
        { field: "first_name", value: ["Quill", "Xanthe", "Yoric", "Zuleika"][index] ?? "" },
        { field: "last_name", value: "Vexley" },
      ])
  })
  const { will } = await fillIn(service, intake, said)
  await giveThumbnails(service, firm, matter_id)
  await signAsMain(firm, matter_id, ours.params.agreement_id ?? "", said)
  await firm.run((tx) => addMore(tx, matter_id, child, said))
  const at = `/v1/matters/${matter_id}`
  await firm.request("PATCH", `${at}/filing`, { file_number: "Q-9", tags: ["Vexley"], due_on: "2027-05-01" })
  await firm.request("PATCH", `${at}/document-requests/${ours.params.request_id}`, { due_on: "2027-05-02" })
  await firm.request("POST", `/v1/documents/${will}/return`, { words: said })
  return matter_id
}

async function addMore(tx: Tx, matter_id: string, child: string, said: string): Promise<void> {
  const { service, ours } = fixtures
  const { user_id } = ours.firm.admin
  const invite = (party: "main" | "helper", email: string) =>
    createInvitation(tx, service, { matter_id, party, email, first_name: `Quill${said}` })
  const { id: invitation_id } = await invite("helper", "quillon-helper@example.com")
  await invite("main", "quillon-main@example.com")
  await handOver(tx, service, {
    ...{ matter_id, invitation_id, label: "One", section_ids: [ours.params.section_id ?? ""] },
  })
  await collectCorrection(tx, matter_id, { kind: "contact", record_id: child, about: null, words: said })
  await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  await addNote(tx, matter_id, { text: said, assignee_id: user_id, due_date: "2027-04-01" })
  await openTopic(tx, service, matter_id, { subject: said, text: said })
  await requestExport(tx, {
    ...{ matter_id, kind: "tables", label: said, filename: `${said}.zip` },
    ...{ content_type: "application/zip", request: {} },
  })
  await addToInbox(tx, { matter_id, kind: "submitted", about: "first" }, [user_id])
}

test("a second matter with the same questionnaire changes nothing on the first one's pages and responses", async () => {
  const alone = await readAll()
  assert.ok(alone.size > 40, `${alone.size} pages`)
  await addTwin()
  const withNeighbor = await readAll()
  const differences = [...withNeighbor].filter(
    ([url, text]) => comparable(text) !== comparable(alone.get(url) ?? ""),
  )
  assertEach(
    differences,
    ([url, text]) => `${url}: ${differenceOf(comparable(alone.get(url) ?? ""), comparable(text))}`,
    [],
  )
})

/** The content of every table's rows of a matter, by table. */
async function printOf(matter_id: string): Promise<Record<string, string>> {
  return fixtures.ours.firm.run(async (tx) => {
    const tables = await tx.all<{ name: string; key: string }>(sql`
      select c.relname as name, a.attname as key from pg_class c
        join pg_attribute a on a.attrelid = c.oid
         and a.attname = case c.relname when 'matters' then 'id' else 'matter_id' end
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    const rows = await tx.all<{ name: string; print: string }>({
      text: tables
        .map(
          ({ name, key }) =>
            `select '${name}' as name, count(*) || ' ' || md5(string_agg(t::text, '|' order by t::text)) as print
               from ${name} t where ${key} = $1`,
        )
        .join(" union all "),
      values: [matter_id],
    })
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
  })
}

test("no form of the console and no operation of the API on one matter changes the other", async () => {
  const { params, firm } = fixtures.ours
  const twin = await addTwin()
  const print = await printOf(twin)
  assert.ok(Object.values(print).filter((rows) => rows && !rows.startsWith("0")).length > 25)
  const done = new Set<string>()
  const unchanged = async (name: string, isDone: boolean) => {
    if (isDone) done.add(name)
    assert.deepEqual(await printOf(twin), print, name)
  }
  for (const { page, target, html } of await listForms()) {
    const [shown, turned] = [sentForm(html), turnedForm(html)]
    for (const [button, value] of buttonsOf(html)) {
      for (const form of [pairsOf(shown), pairsOf(turned), pairsOf(shown, "Changed")]) {
        const { status } = await staff("POST", target, [...form, [button, value]])
        await unchanged(`${target} of ${page}: ${button} ${value}`, status === 303)
      }
    }
  }
  for (const [route, { methods, body, params: others }] of Object.entries(apiLines)) {
    if (!isOfMatter(route)) continue
    for (const method of methods.filter((one) => one !== "GET")) {
      const url = addressOf(route, { ...params, ...others?.(fixtures.ours) })
      const { status } = await firm.request(method, url, body?.(fixtures))
      await unchanged(`${method} ${route}`, status < 300)
    }
  }
  assert.ok(done.size > 30, `${done.size} were accepted`)
})

/** The forms on our matter's pages, each once; those that end something come last. */
async function listForms(): Promise<{ page: string; target: string; html: string }[]> {
  const forms = new Map<string, { page: string; target: string; html: string }>()
  for (const [page, text] of await readAll())
    for (const [html, own = ""] of text.matchAll(/<form\b((?:[^">]|"[^"]*")*)>.*?<\/form>/gs)) {
      const target = (/action="([^"]*)"/.exec(own)?.[1] ?? page).replaceAll("&amp;", "&")
      if (own.includes('method="post"') && !own.includes("multipart") && target.includes("/matters/"))
        forms.set([target, ...Object.keys(sentForm(html))].join(), { page, target, html })
    }
  const isEnd = ({ target }: { target: string }) =>
    Number(/\/(completion|closing|access|revocation|removal)$/.test(target)) +
    2 * Number(/deletion$/.test(target))
  return [...forms.values()].toSorted((a, b) => isEnd(a) - isEnd(b))
}

function buttonsOf(html: string): [string, string][] {
  const named = [...html.matchAll(/<button\b[^>]*name="([^"]*)" value="([^"]*)"/g)]
  return named.length > 0 ? named.map(([, name = "", value = ""]) => [name, value]) : [["none", ""]]
}

/** The pairs of a form, with `filling` in each empty field. */
function pairsOf(form: Form, filling = ""): [string, string][] {
  return Object.entries(form).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value || filling]),
  )
}

/** What both have where they begin to differ. */
function differenceOf(before: string, after: string): string {
  let at = 0
  while (before[at] === after[at]) at += 1
  return [before, after].map((text) => text.slice(Math.max(0, at - 100), at + 100)).join(" became ")
}
