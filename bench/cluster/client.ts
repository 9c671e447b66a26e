// A client of a firm, whose link can be created and followed on any node.
import type { Installation } from "../../test/faults/installation.ts"
import { form } from "../../test/faults/requests.ts"
import { type Cookies, cookieHeader, keepCookies } from "../../test/harness/cookies.ts"

export interface Client {
  matter_id: string
  /** Follows the link and presses Start. */
  start(): Promise<void>
  submit(): Promise<void>
  /** A request with the client's cookies, to any node. */
  request(url: string, init?: RequestInit): Promise<Response>
}

/** Creates a matter and its link on the node at `base_url`. */
export async function newClient(
  base_url: string,
  { token, questionnaire_id }: Installation,
  matter_name: string,
): Promise<Client> {
  const response = await fetch(`${base_url}/v1/matters/create`, {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ questionnaire_id, matter_name }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  const { id, invite_key } = (await response.json()) as { id: string; invite_key: string }
  const cookies: Cookies = new Map()
  const request: Client["request"] = async (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set("cookie", cookieHeader(cookies))
    headers.set("sec-fetch-site", "same-origin")
    const answer = await fetch(url, { ...init, headers, redirect: "manual" })
    keepCookies(cookies, answer.headers.getSetCookie())
    return answer
  }
  const press = async (path: string, fields = {}) => {
    const { status } = await request(`${base_url}${path}`, form(fields))
    if (status !== 303) throw new Error(`${path} answered ${status}.`)
  }
  return {
    matter_id: id,
    request,
    start: () => press(`/invite/${invite_key}/start`),
    submit: () => press("/portal/submission", { after: "0" }),
  }
}
