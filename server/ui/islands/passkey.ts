import { startAuthentication, startRegistration } from "@simplewebauthn/browser"

// Asks the device for a passkey and sends its answer with the form. Without this the form stays hidden: a passkey needs
// the browser's own dialog.

const form = document.querySelector<HTMLFormElement>("form[data-passkey]")
if (form && "PublicKeyCredential" in window) prepare(form)

function prepare(form: HTMLFormElement): void {
  const { passkey = "{}", ceremony = "get", trouble = "" } = form.dataset
  const answer = form.querySelector<HTMLInputElement>("input[name=credential]")
  const status = form.querySelector<HTMLElement>("[role=status]")
  form.hidden = false
  document.getElementById("no-passkey")?.remove()
  form.addEventListener("submit", async (event) => {
    if (answer?.value !== "") return
    event.preventDefault()
    const optionsJSON = JSON.parse(passkey)
    try {
      const credential =
        ceremony === "create"
          ? await startRegistration({ optionsJSON })
          : await startAuthentication({ optionsJSON })
      answer.value = JSON.stringify(credential)
      form.requestSubmit()
    } catch {
      // The person closed the dialog, or the device knows no passkey for this address.
      if (status) status.textContent = trouble
    }
  })
}
