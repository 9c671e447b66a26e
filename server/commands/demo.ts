import { Command } from "commander"
import type { Demo } from "../../demo/load.ts"
import { listFirms } from "../firm/firms/firms.ts"
import type { TestSubmission } from "../operations/test-submissions/schema.ts"
import {
  changeAsClient,
  completeAsStaff,
  type SubmitOptions,
  submitAsClients,
} from "../operations/test-submissions/test-submissions.ts"
import type { Parts } from "../parts.ts"
import { withCore, withNewCore } from "./with-core.ts"

export const demoCommand = new Command("demo")
  .description("Load the demo if it is missing, and print new links and keys for it.")
  .option("--json", "print one JSON object instead")
  .enablePositionalOptions()
  .option("--yes", "add the demo's fictional firms to a production installation")
  .action((options: { json?: true; yes?: true }) =>
    withNewCore(async (core) => {
      const demo = await demoFor(core, options)
      console.log(options.json ? JSON.stringify(demo, null, 2) : describeDemo(demo))
    }),
  )

type StepOptions = Omit<SubmitOptions, "seed"> & { seed?: string; json?: true }

for (const { name, description, act, options } of [
  {
    name: "submit",
    description:
      "Fill in a matter of the demo or of a test firm with sample data, and submit it as its clients would.",
    act: submitAsClients,
    options: [
      ["--couple", "invite a partner, and fill in for both"],
      ["--seed <text>", "the same text gives the same answers"],
    ],
  },
  {
    name: "change",
    description: "Change an answer of a submitted matter of the demo or of a test firm, and submit it again.",
    act: changeAsClient,
    options: [],
  },
  {
    name: "complete",
    description: "Complete a matter of the demo or of a test firm, as its staff would.",
    act: completeAsStaff,
    options: [],
  },
]) {
  const command = demoCommand
    .command(name)
    .description(description)
    .argument("<matter_id>", "the id from the API or from the address of the matter’s page")
    .option("--json", "print one JSON object instead")
    .action((matter_id: string, given: StepOptions) =>
      withCore(async (core) => {
        const result = await act(core, matter_id, given)
        console.log(given.json ? JSON.stringify(result, null, 2) : describeStep(result))
      }),
    )
  for (const [flags = "", meaning] of options) command.option(flags, meaning)
}

function describeStep({
  matter_id,
  event_type,
  submission,
  changed,
  people,
  answers,
  assets,
  documents,
}: TestSubmission): string {
  const done = event_type === "intakeform.completed" ? "Completed" : "Submitted"
  const what = changed ? `Changed “${changed}” and submitted ${matter_id} again` : `${done} ${matter_id}`
  return `${what}: submission ${submission} (${event_type}) has ${people} people, ${answers} answers, ${assets} assets and ${documents} documents.`
}

async function demoFor(core: Parts, { yes = false }: { yes?: boolean }): Promise<Demo> {
  const { findDemo, loadDemo } = await openDemo()
  if (core.config.environment !== "production" || yes) return loadDemo(core)
  const demo = await findDemo(core)
  if (demo) return demo
  throw new Error(
    "This is a production installation (NODE_ENV=production), and the demo would add two fictional firms to it. To add them anyway: foyer demo --yes",
  )
}

/** For `foyer start`: loads the demo into an empty installation, and prints its links if it is there. Never in production. */
export async function showDemo(parts: Parts): Promise<void> {
  if (parts.config.environment === "production") return
  const { findDemo, loadDemo } = await openDemo()
  const demo = (await isEmpty(parts)) ? await loadDemo(parts) : await findDemo(parts)
  if (demo) console.log(`\n${describeDemo(demo)}`)
}

/** Imports the demo lazily, so that other commands do not load it. */
function openDemo() {
  return import("../../demo/load.ts")
}

async function isEmpty({ db }: Parts): Promise<boolean> {
  return (await db.forPlatform(listFirms)).length === 0
}

function describeDemo({ base_url, api_token, console_url, invite_url }: Demo): string {
  return `The demo is Hartwell & Pryce, a fictional law firm with months of fictional work.

  Console     ${console_url}
              Choose a password there; the link works once.
  Invitation  ${invite_url}
              What a client receives. Opening the link changes nothing until you press Start.
  API key     ${api_token}
              Valid for 7 days. The API is documented at ${base_url}/docs

  curl -H "Authorization: Token ${api_token}" "${base_url}/v1/matters?page_size=5"

For new links and keys, run: bin/foyer demo
To submit a matter without its client, run: bin/foyer demo submit <matter_id>
`
}
