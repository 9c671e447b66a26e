/** The cookies a browser keeps, by name. */
export type Cookies = Map<string, string>

/** As a request carries them. */
export function cookieHeader(cookies: Cookies): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}

/** Keeps what an answer sets; what it empties goes. */
export function keepCookies(cookies: Cookies, set_cookie: string | string[] | undefined): void {
  for (const line of [set_cookie ?? []].flat()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === "") cookies.delete(name)
    else cookies.set(name, value)
  }
}
