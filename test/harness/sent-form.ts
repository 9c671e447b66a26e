import { type Form, readForm } from "../../server/platform/http/responses/pages.ts"

/** What it sends once every empty field has a value of its kind, and its first button is pressed. */
export function filledForm(html: string, values: Record<string, string> = {}): Form {
  const [, button = ""] = /<button\b((?:[^">]|"[^"]*")*\bname="[^"]*"(?:[^">]|"[^"]*")*)>/.exec(html) ?? []
  const name = attributeOf(button, "name")
  const filled = send(html, ({ name, type, shown, all }) => {
    const value = values[name]
    if (value !== undefined) return [value]
    if (type === "hidden" || shown.some(Boolean)) return shown
    return type in samples ? [samples[type] ?? ""] : all.filter(Boolean).slice(-1)
  })
  return name === undefined ? filled : { ...filled, [name]: [attributeOf(button, "value") ?? ""] }
}

const samples: Record<string, string> = {
  ...{
    text: "Sample",
    search: "Sample",
    textarea: "A sample.",
    email: "new@example.com",
    tel: "512-555-0142",
  },
  ...{ url: "http://127.0.0.1:9/sample", number: "1", date: "2031-05-06" },
}

interface Control {
  name: string
  type: string
  /** What it sends if nobody touches it. */
  shown: string[]
  /** What it could send. */
  all: string[]
}

/** What a browser sends of this HTML's fields if nobody touches them and no button is pressed. */
export function sentForm(html: string): Form {
  return send(html, ({ shown }) => shown)
}

/** What it sends once every checkbox is turned, and the last choice is made in every list. */
export function turnedForm(html: string): Form {
  return send(html, ({ type, shown, all }) => {
    if (type === "checkbox") return all.filter((value) => !shown.includes(value))
    return type === "select" || type === "radio" ? all.slice(-1) : shown
  })
}

function send(html: string, valuesOf: (control: Control) => string[]): Form {
  const sent = listControls(html).flatMap((control) =>
    valuesOf(control).map((value) => [control.name, value]),
  )
  return readForm(new URLSearchParams(sent).toString())
}

const attributes = '((?:[^">]|"[^"]*")*)'
const controls = new RegExp(
  `<input\\b${attributes}>|<textarea\\b${attributes}>([^<]*)</textarea>|<select\\b${attributes}>(.*?)</select>`,
  "gs",
)

function listControls(html: string): Control[] {
  const found: Control[] = []
  for (const [, input, area, text = "", list, options = ""] of html.matchAll(controls)) {
    const own = input ?? area ?? list ?? ""
    const name = attributeOf(own, "name")
    if (name === undefined || has(own, "disabled")) continue
    const typed = attributeOf(own, "inputmode") === "numeric" ? "number" : "text"
    const type =
      list !== undefined ? "select" : area !== undefined ? "textarea" : (attributeOf(own, "type") ?? typed)
    if (type === "file") continue
    const isChoice = type === "checkbox" || type === "radio"
    const value = area === undefined ? (attributeOf(own, "value") ?? (isChoice ? "on" : "")) : plain(text)
    const one = { name, type, shown: !isChoice || has(own, "checked") ? [value] : [], all: [value] }
    // The radio buttons of a name are one control.
    const group = type === "radio" && found.find((each) => each.type === type && each.name === name)
    if (list !== undefined) found.push({ name, type, ...optionsOf(options) })
    else if (group)
      Object.assign(group, { shown: [...group.shown, ...one.shown], all: [...group.all, value] })
    else found.push(one)
  }
  return found
}

function optionsOf(html: string): { shown: string[]; all: string[] } {
  const options = [...html.matchAll(new RegExp(`<option\\b${attributes}>`, "g"))].map(([, own = ""]) => own)
  const values = (of: string[]) => of.map((option) => attributeOf(option, "value") ?? "")
  const chosen = options.filter((option) => has(option, "selected"))
  return { shown: values(chosen.length > 0 ? chosen : options).slice(0, 1), all: values(options) }
}

function attributeOf(own: string, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(own) ?? []
  return value === undefined ? undefined : plain(value)
}

function has(own: string, name: string): boolean {
  return new RegExp(`(?:^|\\s)${name}(?=[\\s/=]|$)`).test(own.replace(/"[^"]*"/g, '""'))
}

function plain(html: string): string {
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name] ?? "")
}
