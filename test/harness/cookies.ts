/** A browser's cookies, by name. */
export type Cookies = Map<string, string>

/** The value of a `Cookie` header. */
export function cookieHeader(cookies: Cookies): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}

/** Larger ones are dropped, as browsers do (RFC 6265, section 6.1). */
const max_characters = 4_096

/** Stores the cookies a response sets, and removes those it clears. */
export function keepCookies(cookies: Cookies, set_cookie: string | string[] | undefined): void {
  for (const line of [set_cookie ?? []].flat()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === "") cookies.delete(name)
    else if (line.length <= max_characters) cookies.set(name, value)
  }
}
