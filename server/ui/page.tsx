import type { ComponentChildren } from "preact"
import { renderToString } from "preact-render-to-string"
import { type ColorScheme, schemeCss } from "./color-scheme.ts"
import type { Assets } from "./manifest.ts"
import { type Theme, themeCss } from "./theme.ts"

export interface Page {
  assets: Pick<Assets, "url" | "preloads">
  /** Which of the two style sheets. */
  styles: "portal" | "console"
  lang: string
  /** How the language is written where it is not from left to right. */
  direction?: "ltr" | "rtl"
  title: string
  /** The firm's shades; without it, or without a nonce, the product's own color stands. */
  theme?: Theme
  /** As its reader chose; without, as the device says. */
  scheme?: ColorScheme | undefined
  /** Of this response's `Content-Security-Policy`: `style-src 'self' 'nonce-…'`. */
  nonce?: string
  head?: ComponentChildren
  body: ComponentChildren
  /** Names of islands, as their files are called without extension. */
  islands?: readonly string[]
}

/**
 * A whole HTML document. It holds no inline script and no style attribute; the firm's color travels in one
 * `<style>` under the nonce.
 */
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
