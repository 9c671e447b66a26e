import { marked, Parser, type Token, type Tokens } from "marked"
import type { ComponentChildren } from "preact"
import { renderToString } from "preact-render-to-string"
import { Heading, type HeadingLevel } from "../../web/ui/components/heading.tsx"
import { Code, RequestSamples } from "./code.tsx"
import type { Operation } from "./document.ts"
import { readRecipe } from "./guides.ts"
import { sampleRequestOf } from "./samples/requests.ts"

interface Surroundings {
  operations?: readonly Operation[]
  base_url?: string
}

/**
 * Parses our own Markdown. `addressOf` returns where a file that the text names is shown; a link to a file that isn't
 * shown becomes its words, because not every reader has the files.
 */
export function parseText(text: string, addressOf: (file: string) => string | undefined): Token[] {
  const tokens = marked.lexer(text)
  void marked.walkTokens(tokens, (token) => {
    if (token.type === "image")
      Object.assign(token, { type: "html", text: pictureOf(addressOf(token.href) ?? "", token.text) })
    if (token.type !== "link") return
    // An address written out is an example of one.
    const isExample = token.raw === token.text
    const address = /^([a-z]+:|[/#])/.test(token.href) ? token.href : addressOf(token.href)
    if (address && !isExample) token.href = address
    else token.type = "text"
  })
  return tokens
}

/** A picture of a wide screen, with the same page on a phone for phones; or of a phone alone, if its name says so. */
function pictureOf(src: string, alt: string): string {
  const phone = { width: 360, height: 640 }
  if (src.endsWith("-360.webp")) return renderToString(<img src={src} alt={alt} {...phone} />)
  return renderToString(
    <picture>
      <source media="(max-width: 599px)" srcset={src.replace(".webp", "-360.webp")} {...phone} />
      <img src={src} alt={alt} width={1280} height={800} />
    </picture>,
  )
}

/** The id of a heading, the same as on a code host. */
export function idOf({ text }: Tokens.Heading): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
}

/** The words of a heading or paragraph alone. */
export function wordsOf({ tokens }: { tokens: Token[] }): string {
  const words: string[] = []
  void marked.walkTokens(tokens, (token) => {
    if (!("tokens" in token && token.tokens) && "text" in token) words.push(token.text)
  })
  return words.join("")
}

/**
 * Renders parsed Markdown. A block of `sample` names operations, whose requests it shows in every language; one of
 * `recipe` names a file.
 */
export function Markdown({ tokens, ...around }: { tokens: readonly Token[] } & Surroundings) {
  return <>{tokens.map((token, index) => partOf(token, `part ${index + 1}`, around))}</>
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
      return <div class="reference-text" dangerouslySetInnerHTML={{ __html: htmlOf(token, id) }} />
  }
}

/** Every heading but the page's own links to itself, so that its address can be copied. */
function TextHeading({ token }: { token: Tokens.Heading }) {
  const id = idOf(token)
  return (
    <Heading level={Math.min(token.depth, 4) as HeadingLevel} id={id}>
      {token.depth === 1 ? (
        token.text
      ) : (
        <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: Parser.parseInline(token.tokens) }} />
      )}
    </Heading>
  )
}

function Block({
  token: { lang, text },
  id,
  operations = [],
  base_url = "",
}: { token: Tokens.Code; id: string } & Surroundings) {
  if (lang === "recipe")
    return <Code title={text} of="the file" text={withAddress(readRecipe(text), base_url)} />
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
              <a href={operation.href}>{operation.summary}</a>
            </p>
            <RequestSamples id={`${id}-${name}`} of={operation.summary} request={request} />
          </>
        )
      })}
    </>
  )
}

/** Names this installation where a guide names one. */
export function withAddress(text: string, base_url: string): string {
  return text.replaceAll("https://intake.firm.example", base_url)
}

const names: Readonly<Record<string, string>> = {
  sh: "Shell",
  ts: "TypeScript",
  json: "JSON",
  python: "Python",
}

/** Wide tables scroll on their own. A heading without words is none. */
function htmlOf(token: Token, id: string): string {
  return marked
    .parser([token])
    .replaceAll("<table>", `<section class="reference-table" tabindex="0" aria-label="Table, ${id}"><table>`)
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll("</table>", "</table></section>")
}
