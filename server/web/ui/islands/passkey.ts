import { startAuthentication, startRegistration } from "@simplewebauthn/browser"

// Requests a passkey from the device and submits the credential with the form. The form is hidden without JavaScript,
// because a passkey needs the browser's dialog.

const form = document.querySelector<HTMLFormElement>("form[data-passkey]")
if (form && "PublicKeyCredential" in window) prepare(form)

function prepare(form: HTMLFormElement): void {
  const { passkey = "{}", ceremony = "get", trouble = "" } = form.dataset
  const field = form.querySelector<HTMLInputElement>("input[name=credential]")
  const status = form.querySelector<HTMLElement>("[role=status]")
  form.hidden = false
  document.getElementById("no-passkey")?.remove()
  form.addEventListener("submit", async (event) => {
    if (field?.value !== "") return
    event.preventDefault()
    const optionsJSON = JSON.parse(passkey)
    try {
      const credential =
        ceremony === "create"
          ? await startRegistration({ optionsJSON })
          : await startAuthentication({ optionsJSON })
      field.value = JSON.stringify(credential)
      form.requestSubmit()
    } catch {
      // The user closed the dialog, or the device has no passkey for this address.
      if (status) status.textContent = trouble
    }
  })
}
