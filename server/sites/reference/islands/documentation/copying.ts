/** Gives every code block a button that copies what it shows. */
export function addCopyButtons(): void {
  const status = document.createElement("p")
  status.className = "visually-hidden"
  status.setAttribute("role", "status")
  document.body.append(status)
  for (const example of document.querySelectorAll<HTMLElement>(".reference-example")) {
    const title = example.querySelector("section")?.getAttribute("aria-label")
    const button = document.createElement("button")
    button.type = "button"
    button.className = "reference-copy"
    button.textContent = "Copy"
    button.setAttribute("aria-label", `Copy ${title?.replace(/^[^:]+: /, "") ?? "the code"}`)
    button.addEventListener("click", async () => {
      const sections = [...example.querySelectorAll("section")]
      await copy(sections.find((section) => section.checkVisibility())?.querySelector("code") ?? null)
      button.textContent = "Copied"
      status.textContent = "Copied"
      setTimeout(() => {
        button.textContent = "Copy"
        status.textContent = ""
      }, 2000)
    })
    example.append(button)
  }
}

async function copy(code: HTMLElement | null): Promise<void> {
  if (!code) return
  // Browsers offer no Clipboard API over plain HTTP.
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent ?? "")
  getSelection()?.selectAllChildren(code)
  document.execCommand("copy")
}
