import type { ComponentChildren } from "preact"
import { renderToString } from "preact-render-to-string"
import { type ColorScheme, schemeCss } from "./color-scheme.ts"
import type { Assets } from "./manifest.ts"
import { type Theme, themeCss } from "./theme.ts"

export interface Page {
  assets: Pick<Assets, "url" | "preloads">
  /** Which of the style sheets. */
  styles: "portal" | "console" | "reference"
  lang: string
  /** The direction of the language; left to right by default. */
  direction?: "ltr" | "rtl"
  title: string
  /** The firm's theme; without it or a nonce, the default color applies. */
  theme?: Theme
  /** The reader's choice; undefined follows the device. */
  scheme?: ColorScheme | undefined
  /** The nonce in this response's `Content-Security-Policy`: `style-src 'self' 'nonce-…'`. */
  nonce?: string
  head?: ComponentChildren
  body: ComponentChildren
  /** Names of islands: their file names without extension. */
  islands?: readonly string[]
}

/** A complete HTML document. It has no inline script or style attribute; the theme is in one `<style>` with the nonce. */
export function renderPage(page: Page): string {
  const islands = (page.islands ?? []).map((name) => `${name}.js`)
  const scheme = page.scheme && page.scheme !== "device" ? page.scheme : undefined
  const html = (
    <html lang={page.lang} dir={page.direction === "rtl" ? "rtl" : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="color-scheme" content={scheme ?? "light dark"} />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <link rel="stylesheet" href={page.assets.url(`${page.styles}.css`)} />
        <link rel="stylesheet" media="print" href={page.assets.url("print.css")} />
        {page.theme && page.nonce && (
          <style
            nonce={page.nonce}
            dangerouslySetInnerHTML={{
              __html: themeCss(page.theme) + (scheme ? schemeCss(scheme, page.theme) : ""),
            }}
          />
        )}
        {page.assets.preloads(islands).map((url) => (
          <link key={url} rel="modulepreload" href={url} />
        ))}
        {islands.map((name) => (
          <script key={name} type="module" src={page.assets.url(name)} />
        ))}
        <link rel="icon" href="data:," />
        {page.head}
      </head>
      <body class={page.styles}>{page.body}</body>
    </html>
  )
  return `<!doctype html>${renderToString(html)}`
}
