// From a key to a matter on disk, in programs that a test runs.
import { readFileSync } from "node:fs"
import { Code, type LanguageSample, Samples } from "./code.tsx"

const endings = [
  { id: "curl", name: "curl", ending: "sh" },
  { id: "typescript", name: "TypeScript", ending: "ts" },
  { id: "python", name: "Python", ending: "py" },
] as const

/** The programs of a step; `curl` needs `jq`, too. */
export function quickStartPrograms(step: "create" | "read"): LanguageSample[] {
  return endings.map(({ id, name, ending }) => ({
    id,
    name,
    text: readFileSync(new URL(`quick-start/${step}.${ending}`, import.meta.url), "utf8"),
  }))
}

/** Posts every new event to this machine. */
export const listening = "npx --yes $FOYER_URL/sdk/foyer.tgz listen --forward http://localhost:8000"

const submitting = `curl -X POST -H "Authorization: Token $FOYER_KEY" $FOYER_URL/v1/test/matters/matter_…/submission \\
  -H "Content-Type: application/json" -d '{"until": "submit"}'`

export function QuickStart({ base_url }: { base_url: string }) {
  const key = `export FOYER_URL=${base_url}\nexport FOYER_KEY=foyer_…`
  return (
    <section id="quick-start" class="reference-chapter" aria-labelledby="quick-start-name">
      <h2 id="quick-start-name">Quick start</h2>
      <p>
        In ten minutes: create a matter, receive the event of its submission, and save exactly what was
        submitted.
      </p>
      <h3>1. Get a key</h3>
      <p>
        An admin creates one in the console under API keys, with the scopes <code>questionnaires:read</code>,{" "}
        <code>matters:read</code>, <code>matters:write</code>, <code>documents:read</code>, and{" "}
        <code>events:read</code>. To try things out, they create a test firm there: it has a questionnaire,
        and a key that begins with <code>test_</code>.
      </p>
      <Code title="Shell" of="the address and the key" text={key} />
      <h3>2. Create a matter</h3>
      <p>
        This lists the firm's questionnaires, creates a matter from the first one with an id of your own, and
        prints the matter's id and the link for its client. Each program's first line says what to call it and
        how to run it; the ones for curl also use <code>jq</code>.
      </p>
      <Samples id="quick-create" of="create a matter" samples={quickStartPrograms("create")} />
      <h3>3. Wait for the event</h3>
      <p>
        This prints the secret that events are signed with, and posts each to your own machine. It needs Node.
        In production, <a href="/docs/webhooks#createSubscription">create a subscription</a> instead.
      </p>
      <Code title="Shell" of="listening for events" text={listening} />
      <p>
        In another terminal, start one of the <a href="#receivers">receivers</a> with that secret; it verifies
        each event and prints it.
      </p>
      <h3>4. Submit it</h3>
      <p>
        Open the client's link and fill in the questionnaire; or, with a key of a test firm,{" "}
        <a href="/docs/testing#submitTestMatter">let Foyer do that</a>. The receiver prints{" "}
        <code>intakeform.submitted</code> and the matter's id.
      </p>
      <Code title="Shell" of="submitting without a client" text={submitting} />
      <h3>5. Save what was submitted</h3>
      <p>
        Run it with the matter's id. <a href="/docs/matters#getRecord">The record</a> has people, assets,
        roles, answers, and documents, with <code>?submission=</code> exactly as they were submitted, even if
        they have changed since.
      </p>
      <Samples id="quick-read" of="save what was submitted" samples={quickStartPrograms("read")} />
    </section>
  )
}
