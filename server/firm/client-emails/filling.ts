// Words with fields become the parts of an email.
import { ownValue } from "../../definition/own-value.ts"
import type { MailButton } from "../../platform/mail/layout.ts"

const field = /\{\{([^{}]*)\}\}/g

/** The names of the fields in a text, in lower case. */
export function fieldsIn(text: string): string[] {
  return [...text.matchAll(field)].map(([, name = ""]) => nameIn(name))
}

/** The text without its fields. */
export function withoutFields(text: string): string {
  return text.replace(field, "")
}

/** Puts values in place of fields. Values are not searched for fields. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(field, (_, typed: string) => ownValue(values, nameIn(typed)) ?? "")
}

/**
 * The paragraphs of a text, which blank lines divide. A line whose fields are all empty disappears; the line {{link}}
 * becomes the buttons.
 */
export function paragraphsOf(
  body: string,
  values: Readonly<Record<string, string>>,
  buttons: readonly MailButton[],
): (string | MailButton)[] {
  const found: (string | MailButton)[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) found.push(lines.join("\n"))
    lines = []
  }
  for (const line of body.split("\n")) {
    if (isLink(line)) {
      end()
      found.push(...buttons)
      continue
    }
    const filled = fillIn(line, values)
    if (filled.trim() === "" && line.trim() !== "") continue
    for (const one of filled.split("\n")) {
      if (one.trim() === "") end()
      else lines.push(one)
    }
  }
  end()
  return found
}

/** Whether this field is all there is on the line. */
export function isAlone(line: string, name: string): boolean {
  return fieldsIn(line).join(" ") === name && withoutFields(line).trim() === ""
}

function isLink(line: string): boolean {
  return isAlone(line, "link")
}

function nameIn(typed: string): string {
  return typed.trim().toLowerCase()
}
