// Files dropped on the page of a matter's documents go into the form that adds files. On the row of a document they are
// sent at once, one after another; elsewhere staff still choose which document they are.
const form = document.querySelector<HTMLFormElement>("#add-file")
const input = form?.querySelector<HTMLInputElement>("input[type=file]")
const select = form?.querySelector("select")

if (form && input && select) {
  const rowOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-drop]") : null
  let waiting: File[] = []

  const sendNext = () => {
    const [next, ...rest] = waiting
    waiting = rest
    if (!next) return
    fill(input, next)
    form.requestSubmit()
  }
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault()
  })
  document.addEventListener("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    const [first] = files
    if (!first) return
    event.preventDefault()
    const row = rowOf(event)
    if (row) {
      select.value = row.dataset.drop ?? ""
      waiting = files
      sendNext()
    } else {
      fill(input, first)
      form.closest("details")?.setAttribute("open", "")
      select.focus()
    }
  })
  form.addEventListener("in-place-done", () => {
    // The form can be sent again only after this event.
    if (waiting.length > 0) return void setTimeout(sendNext)
    form.reset()
    form.closest("details")?.removeAttribute("open")
  })
  form.addEventListener("in-place-refused", () => {
    waiting = []
  })
}

function fill(into: HTMLInputElement, file: File): void {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  into.files = transfer.files
}
