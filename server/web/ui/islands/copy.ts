// Copies the value of a `CopyField` to the clipboard and confirms it.
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const label = button.querySelector("span")
  const status = button.parentElement?.querySelector("[role=status]")
  const before = label?.textContent ?? ""
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy ?? "")
    if (!(field instanceof HTMLInputElement) || !label) return
    await copy(field)
    label.textContent = button.dataset.copied ?? before
    if (status) status.textContent = label.textContent
    setTimeout(() => {
      label.textContent = before
      if (status) status.textContent = ""
    }, 2500)
  })
}

async function copy(field: HTMLInputElement): Promise<void> {
  field.select()
  // Browsers offer no Clipboard API over plain HTTP, where a firm may first try the product.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value)
  else document.execCommand("copy")
}
