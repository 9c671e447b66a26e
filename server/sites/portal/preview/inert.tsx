import { renderToString } from "preact-render-to-string"

export interface Inert {
  url: string
  query: URLSearchParams
  paths: ReadonlyMap<string, string>
  here: string
  hidden: URLSearchParams | undefined
}

/** Rewrites the HTML so that forms open the next page of the preview and links stay within it. */
export function inert(html: string, { url, query, paths, here, hidden }: Inert): string {
  const carried = [...(hidden ?? [])]
    .map(([name, value]) => renderToString(<input type="hidden" name={name} value={value} />))
    .join("")
  const home = query.size > 0 ? `?${query}` : ""
  const quoted = (address: string) => address.replaceAll("&", "&amp;")
  return html
    .replace(/<form method="post"[^<>]*>/g, () =>
      hidden ? `<form method="get" action="${here.split("?")[0]}">${carried}` : '<form method="dialog">',
    )
    .replace(/href="(\/portal[^"]*)"/g, (_, href: string) => {
      const path = href.replace(/\?.*$/s, "")
      const section = /^\/portal\/sections\/([^/]+)$/.exec(path)?.[1]
      return `href="${quoted(paths.get(path) ?? `${url}${section ? `/${section}` : ""}${home}`)}"`
    })
}
