import { type Form, readForm } from "../../server/platform/http/responses/pages.ts"

/** What a browser sends of this HTML's fields if nobody touches them and no button is pressed. */
export function sentForm(html: string): Form {
  const sent = new URLSearchParams()
  const controls =
    /<input\b((?:[^">]|"[^"]*")*)>|<textarea\b((?:[^">]|"[^"]*")*)>([^<]*)<\/textarea>|<select\b((?:[^">]|"[^"]*")*)>(.*?)<\/select>/gs
  for (const [, input, area, text = "", list, options = ""] of html.matchAll(controls)) {
    const attributes = input ?? area ?? list ?? ""
    const name = attributeOf(attributes, "name")
    if (name === undefined || has(attributes, "disabled")) continue
    const type = attributeOf(attributes, "type") ?? "text"
    const isChoice = type === "checkbox" || type === "radio"
    if (area !== undefined) sent.append(name, plain(text))
    else if (list !== undefined) sent.append(name, selectedOf(options))
    else if (isChoice ? has(attributes, "checked") : type !== "file")
      sent.append(name, attributeOf(attributes, "value") ?? (isChoice ? "on" : ""))
  }
  return readForm(sent.toString())
}

function selectedOf(options: string): string {
  const all = [...options.matchAll(/<option\b((?:[^">]|"[^"]*")*)>/g)].map(
    ([, attributes = ""]) => attributes,
  )
  return attributeOf(all.find((attributes) => has(attributes, "selected")) ?? all[0] ?? "", "value") ?? ""
}

function attributeOf(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? []
  return value === undefined ? undefined : plain(value)
}

function has(attributes: string, name: string): boolean {
  return new RegExp(`(?:^|\\s)${name}(?=[\\s/=]|$)`).test(attributes.replace(/"[^"]*"/g, '""'))
}

function plain(html: string): string {
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name] ?? "")
}
