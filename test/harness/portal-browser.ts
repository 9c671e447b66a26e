import type { QuestionnaireFile } from "../../server/definition/questionnaire-file.ts"
import { createInvitation, type NewInvitation } from "../../server/intake/matters/invitations/invitations.ts"
import { createMatter } from "../../server/intake/matters/matters.ts"
import { withFreshIds } from "../../server/intake/questionnaires/editing/fresh-ids.ts"
import { addQuestionnaire } from "./added-questionnaire.ts"
import { type Cookies, cookieHeader, keepCookies } from "./cookies.ts"
import type { TestFirm, TestService } from "./service.ts"
import { planning } from "./templates.ts"

/** A client with a browser without script: follows links, posts forms, stores cookies. */
export interface PortalBrowser {
  get(url: string): Promise<PortalResponse>
  /** Posts a form, as multipart if it has files; a list sends its name several times. */
  post(url: string, form?: Record<string, string | readonly string[]> | FormData): Promise<PortalResponse>
  cookies: Cookies
}

export interface PortalResponse {
  status: number
  /** The redirect's target. */
  location: string
  html: string
}

export function newPortalBrowser({ app }: TestService): PortalBrowser {
  const cookies: Cookies = new Map()
  async function send(
    method: "GET" | "POST",
    url: string,
    body?: URLSearchParams | FormData,
  ): Promise<PortalResponse> {
    const sent = body && new Response(body)
    const answer = await app.inject({
      method,
      url: url.replace(/#.*$/, ""),
      payload: sent && Buffer.from(await sent.arrayBuffer()),
      headers: {
        cookie: cookieHeader(cookies),
        ...(sent && {
          "content-type": sent.headers.get("content-type") ?? "",
          "sec-fetch-site": "same-origin",
        }),
      },
    })
    keepCookies(cookies, answer.headers["set-cookie"])
    return { status: answer.statusCode, location: String(answer.headers.location ?? ""), html: answer.body }
  }
  return {
    cookies,
    get: (url) => send("GET", url),
    post: (url, form = {}) => {
      if (form instanceof FormData) return send("POST", url, form)
      const fields = new URLSearchParams()
      for (const [name, values] of Object.entries(form))
        for (const value of [values].flat()) fields.append(name, value as string)
      return send("POST", url, fields)
    },
  }
}

/** The page of all files, to which its link leads. */
export async function openTray(client: PortalBrowser): Promise<PortalResponse> {
  return client.get((await client.get("/portal/documents")).location)
}

export interface Invited {
  matter_id: string
  invitation_id: string
  invite_key: string
}

/** Creates a matter on a new questionnaire (estate planning by default) and a link for one party. */
export function inviteClient(
  service: TestService,
  firm: TestFirm,
  options: Partial<NewInvitation> & { matter_name?: string; questionnaire?: QuestionnaireFile } = {},
): Promise<Invited> {
  const { questionnaire = planning, party = "main", matter_name = "O’Neil and Nguyễn", ...person } = options
  const { title, internal_type, approach, url_short_name, definition } = questionnaire
  return firm.run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx, {
      title,
      internal_type,
      approach,
      url_short_name: `${url_short_name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}`,
      definition: withFreshIds(definition).definition,
    })
    const { id } = await createMatter(tx, { questionnaire_id, matter_name })
    const invitation = await createInvitation(tx, service, { matter_id: id, party, ...person })
    return { matter_id: id, invitation_id: invitation.id, invite_key: invitation.invite_key }
  })
}
