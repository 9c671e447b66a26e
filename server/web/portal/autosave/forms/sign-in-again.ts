import { isOwnPage, parseBody } from "../../../ui/own-response.ts"
import type { AutosaveWords } from "../wire.ts"

/** Shows a sign-in panel on the page after the session ended. Resolves once the client is signed in again. */
export function signInAgain(words: AutosaveWords, home: string): Promise<void> {
  const template = document.getElementById("sign-in-again")
  if (!(template instanceof HTMLTemplateElement)) return new Promise(() => undefined)
  const panel = template.content.firstElementChild?.cloneNode(true) as HTMLElement
  panel.id = panel_id
  document.getElementById("main")?.prepend(panel)
  const [send, enter] = [...panel.querySelectorAll("form")]
  const status = panel.querySelector("[role=status]")
  const say = (text: string) => {
    if (status) status.textContent = text
  }
  focusSignIn()
  return new Promise((resolve) => {
    const done = () => {
      panel.remove()
      resolve()
    }
    send?.addEventListener("submit", async (event) => {
      event.preventDefault()
      const sent = await post(send)
      say(sent === "accepted" ? words.code_sent : sent === "refused" ? words.code_failed : words.stuck_form)
      if (sent !== "accepted" || !enter) return
      enter.hidden = false
      enter.querySelector("input")?.focus()
    })
    enter?.addEventListener("submit", async (event) => {
      event.preventDefault()
      const sent = await post(enter)
      if (sent === "accepted") done()
      else say(sent === "refused" ? words.code_wrong : words.stuck_form)
    })
    // The client may have signed in in another tab.
    const checkSession = async () => {
      if (document.visibilityState === "visible" && panel.isConnected && (await isSignedIn(home))) done()
    }
    document.addEventListener("visibilitychange", checkSession)
  })
}

const panel_id = "signing-in"

/** Scrolls to the sign-in panel and focuses it, or its code field once a code was sent. */
export function focusSignIn(): void {
  const panel = document.getElementById(panel_id)
  panel?.scrollIntoView({ block: "start" })
  const code = panel?.querySelector<HTMLElement>("form:not([hidden]) input:not([type=hidden])")
  ;(code ?? panel)?.focus()
}

/** Posts the form. The server accepts it with a redirect or a page; anything that is not ours is unreachable. */
async function post(form: HTMLFormElement): Promise<"accepted" | "refused" | "unreachable"> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  try {
    const response = await fetch(form.action, { method: "POST", body, redirect: "manual" })
    if (response.type === "opaqueredirect") return "accepted"
    const page = parseBody(await response.text())
    if (!isOwnPage(page) || response.status >= 500) return "unreachable"
    return response.ok ? "accepted" : "refused"
  } catch {
    return "unreachable"
  }
}

async function isSignedIn(home: string): Promise<boolean> {
  const response = await fetch(home, { method: "HEAD", redirect: "manual" }).catch(() => undefined)
  return response?.ok ?? false
}
