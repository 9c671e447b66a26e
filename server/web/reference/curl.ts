import type { Operation } from "./document.ts"

/** Returns a request to paste into a shell, with the key in `FOYER_KEY`. */
export function curlOf({ method, path, parameters, body, success }: Operation, base_url: string): string {
  const address = path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    String(parameters.find((one) => one.in === "path" && one.name === name)?.example ?? name),
  )
  const how = method === "get" ? "" : `-X ${method.toUpperCase()} `
  // Saves the file under the name in the response.
  const lines = [`curl ${success.file ? "-OJ " : how}${quoted(base_url + address)}`]
  lines.push(`-H "Authorization: Token $FOYER_KEY"`)
  for (const { name, example } of parameters.filter(
    (one) => one.in === "header" && one.example !== undefined,
  ))
    lines.push(`-H ${quoted(`${name}: ${example}`)}`)
  if (body) {
    lines.push(`-H "Content-Type: application/json"`)
    lines.push(`-d ${quoted(JSON.stringify(body.example, null, 2))}`)
  }
  return lines.join(" \\\n  ")
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
