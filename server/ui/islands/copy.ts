/** Puts the value of a `CopyField` on the clipboard and says so. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const words = button.querySelector("span")
  const status = button.parentElement?.querySelector("[role=status]")
  const before = words?.textContent ?? ""
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy ?? "")
    if (!(field instanceof HTMLInputElement) || !words) return
    await copy(field)
    words.textContent = button.dataset.copied ?? before
    if (status) status.textContent = words.textContent
    setTimeout(() => {
      words.textContent = before
      if (status) status.textContent = ""
    }, 2500)
  })
}

async function copy(field: HTMLInputElement): Promise<void> {
  field.select()
  // The clipboard interface is missing on plain http, where a firm may well try the product first.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value)
  else document.execCommand("copy")
}
