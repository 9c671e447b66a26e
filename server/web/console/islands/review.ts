// After a line is accepted in place, focuses the line that follows it.
let next: string | undefined

document.addEventListener("in-place-sent", (event) => {
  const button = (event as CustomEvent<{ button: HTMLElement | null }>).detail.button
  next = button?.matches("[name=accept]") ? nextOf(button) : undefined
})
document.addEventListener("in-place-done", () => {
  const line = next ? document.getElementById(next) : null
  line?.focus()
  line?.scrollIntoView({ block: "nearest" })
})

// Focuses the line named in the address, or the correction being written in it. It waits for "load", when browsers
// themselves focus the line.
addEventListener("load", () =>
  requestAnimationFrame(() => {
    const line = location.hash && document.getElementById(location.hash.slice(1))
    if (line) (line.querySelector("textarea") ?? line).focus()
  }),
)

/** The id of the line after the last one that the button accepts: accepted lines may disappear from the page. */
function nextOf(button: HTMLElement): string | undefined {
  const lines = [...document.querySelectorAll<HTMLElement>(".line")]
  const own =
    button.closest(".line") ?? [...(button.closest(".card")?.querySelectorAll(".line") ?? [])].at(-1)
  return lines[lines.findIndex((line) => line.id === own?.id) + 1]?.id ?? own?.id
}
