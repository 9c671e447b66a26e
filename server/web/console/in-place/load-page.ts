import { isOwnPage, parseBody } from "../../ui/own-response.ts"
import { background_header } from "./shapes.ts"

/** Sent with what a page asks for by itself. */
export const background = { headers: { [background_header]: "1" } }

/** This page as it is now; undefined if the reader is signed out, or the server is away for a moment. */
export async function loadPageAgain(): Promise<Document | undefined> {
  const response = await fetch(location.href, background).catch(() => undefined)
  const page = response?.ok && !response.redirected ? parseBody(await response.text()) : undefined
  return page && isOwnPage(page) ? page : undefined
}
