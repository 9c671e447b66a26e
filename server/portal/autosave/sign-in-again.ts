import type { AutosaveWords } from "./wire.ts"

/** The session has ended while somebody was typing: asks for a code right here. Resolves once `home` opens again. */
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
  showSignIn()
  return new Promise((resolve) => {
    const done = () => {
      panel.remove()
      resolve()
    }
    send?.addEventListener("submit", async (event) => {
      event.preventDefault()
      const isSent = await succeeds(send)
      say(isSent ? words.code_sent : words.code_failed)
      if (!isSent || !enter) return
      enter.hidden = false
      enter.querySelector("input")?.focus()
    })
    enter?.addEventListener("submit", async (event) => {
      event.preventDefault()
      if (await succeeds(enter)) done()
      else say(words.code_wrong)
    })
    // Signing in in another tab counts as well.
    const look = async () => {
      if (document.visibilityState === "visible" && panel.isConnected && (await isSignedIn(home))) done()
    }
    document.addEventListener("visibilitychange", look)
  })
}

const panel_id = "signing-in"

/** Leads whoever is still to sign in to where it is asked: the code, once one was sent. */
export function showSignIn(): void {
  const panel = document.getElementById(panel_id)
  panel?.scrollIntoView({ block: "start" })
  const code = panel?.querySelector<HTMLElement>("form:not([hidden]) input:not([type=hidden])")
  const next = code ?? panel
  next?.focus()
}

/** A form that was accepted answers with a redirect, which need not be followed here. */
async function succeeds(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined)
  return answer?.type === "opaqueredirect" || answer?.status === 200
}

async function isSignedIn(home: string): Promise<boolean> {
  const answer = await fetch(home, { method: "HEAD", redirect: "manual" }).catch(() => undefined)
  return answer?.ok ?? false
}
