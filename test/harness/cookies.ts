/** A browser's cookies, by name. */
export type Cookies = Map<string, string>

/** The value of a `Cookie` header. */
export function cookieHeader(cookies: Cookies): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}

/** Stores the cookies a response sets, and removes those it clears. */
export function keepCookies(cookies: Cookies, set_cookie: string | string[] | undefined): void {
  for (const line of [set_cookie ?? []].flat()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === "") cookies.delete(name)
    else cookies.set(name, value)
  }
}
