import { readableOn } from "./contrast.ts"

export interface MailButton {
  label: string
  url: string
}

export interface MailContent {
  firm_name: string
  /** The firm's color as `#rrggbb`; anything else falls back to a neutral color. */
  color?: string | undefined
  heading: string
  /** In their order; a button among them stands where it does. */
  paragraphs: readonly (string | MailButton)[]
  /** After the paragraphs. */
  button?: MailButton | readonly MailButton[] | undefined
  footer: string
  /** Language of the text, for screen readers. */
  language?: "en" | "es"
}

/** Renders both parts of an email in the one layout: a single column that is legible in dark mode and when enlarged. */
export function renderMail(content: MailContent): { text: string; html: string } {
  if (blocksOf(content).some((block) => isButton(block) && !/^https?:\/\/[^\s"<>]+$/.test(block.url))) {
    throw new TypeError("The button of an email must link to an http or https address.")
  }
  return { text: renderText(content), html: renderHtml(content) }
}

/** All of the text, in its order. */
function blocksOf({ paragraphs, button }: MailContent): readonly (string | MailButton)[] {
  return [...paragraphs, ...(button === undefined ? [] : [button].flat())]
}

function isButton(block: string | MailButton): block is MailButton {
  return typeof block !== "string"
}

function renderText(content: MailContent): string {
  const { firm_name, heading, footer } = content
  const blocks = [
    heading,
    ...blocksOf(content).map((block) => (isButton(block) ? `${block.label}:\n${block.url}` : block)),
    `-- \n${firm_name}\n${footer}`,
  ]
  return `${blocks.map(printable).join("\n\n")}\n`
}

function renderHtml(content: MailContent): string {
  const { firm_name, color, heading, footer, language = "en" } = content
  const accent = /^#[0-9a-f]{6}$/i.test(color ?? "") ? String(color) : "#1f3a5f"
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f4f4f2; }
a { color: inherit; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #161616 !important; }
  .card { background: #242424 !important; color: #f2f2f2 !important; }
  .quiet { color: #c6c6c6 !important; }
}
</style>
</head>
<body>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f2">
<tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;color:#1c1c1c;border-top:4px solid ${accent};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;text-align:left">
<tr><td style="padding:24px">
<p class="quiet" style="margin:0 0 16px;color:#505050">${escapeHtml(firm_name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${blocksOf(content)
  .map((block) =>
    isButton(block) ? renderButton(block, accent) : `<p style="margin:0 0 16px">${escapeHtml(block)}</p>`,
  )
  .join("\n")}
<p class="quiet" style="margin:24px 0 0;font-size:14px;color:#505050">${escapeHtml(footer)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Shows the URL as well: some mail clients drop the button's style, and people like to see where a link leads. */
function renderButton({ label, url }: MailButton, accent: string): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0 12px"><a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${accent};color:${readableOn(accent)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;color:#505050"><a href="${address}">${address}</a></p>`
}

function escapeHtml(text: string): string {
  return printable(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("\n", "<br>\n")
}

/** Line ends in one spelling, and no character that would change how others are shown. */
function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "")
}
