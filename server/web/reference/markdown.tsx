import { marked, type Token, type Tokens } from "marked"
import type { ComponentChildren } from "preact"
import { Heading, type HeadingLevel } from "../ui/components/heading.tsx"
import { Code, RequestSamples } from "./code.tsx"
import type { Operation } from "./document.ts"
import { readRecipe } from "./guides.ts"
import { sampleRequestOf } from "./samples/requests.ts"

interface Surroundings {
  operations: readonly Operation[]
  base_url: string
}

/** The address of Foyer in guides. */
const guide_url = "https://intake.firm.example"

/**
 * Renders our own Markdown. A block of `sample` names operations, whose requests it shows in every language; one of
 * `recipe` names a file.
 */
export function Markdown({ text, ...around }: { text: string } & Surroundings) {
  return (
    <>
      {marked
        .lexer(text.replaceAll(guide_url, around.base_url))
        .map((token, index) => partOf(token, `part-${index}`, around))}
    </>
  )
}

function partOf(token: Token, id: string, around: Surroundings): ComponentChildren {
  switch (token.type) {
    case "space":
      return null
    case "heading":
      return <TextHeading token={token as Tokens.Heading} />
    case "code":
      return <Block token={token as Tokens.Code} id={id} {...around} />
    default:
      return <div class="reference-text" dangerouslySetInnerHTML={{ __html: htmlOf(token) }} />
  }
}

function TextHeading({ token: { depth, text } }: { token: Tokens.Heading }) {
  const id = text.toLowerCase().replace(/[^a-z0-9]+/g, "-")
  return (
    <Heading level={Math.min(depth, 4) as HeadingLevel} id={id}>
      {text}
    </Heading>
  )
}

function Block({
  token: { lang, text },
  id,
  operations,
  base_url,
}: { token: Tokens.Code; id: string } & Surroundings) {
  if (lang === "recipe")
    return <Code title={text} of="to import" text={readRecipe(text).replaceAll(guide_url, base_url)} />
  if (lang !== "sample") return <Code title={names[lang ?? ""] ?? "Text"} of={id} text={text} />
  return (
    <>
      {text.split("\n").map((name) => {
        const operation = operations.find((one) => one.id === name)
        if (!operation) throw new Error(`A guide shows the operation ${name}, which does not exist.`)
        const request = sampleRequestOf(operation, base_url)
        return (
          <>
            <p>
              <a href={`/docs#${name}`}>{operation.summary}</a>
            </p>
            <RequestSamples id={`${id}-${name}`} of={operation.summary} request={request} />
          </>
        )
      })}
    </>
  )
}

const names: Readonly<Record<string, string>> = {
  sh: "Shell",
  ts: "TypeScript",
  json: "JSON",
  python: "Python",
}

/** Links to other guides lead to their pages, and wide tables scroll on their own. */
function htmlOf(token: Token): string {
  return marked
    .parser([token])
    .replace(/href="([a-z0-9-]+)\.md/g, 'href="/docs/guides/$1')
    .replaceAll("<table>", '<section class="reference-table" tabindex="0" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></section>")
}
