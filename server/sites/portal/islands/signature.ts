// Lets a client draw a signature with finger, pen or mouse. The typed name is enough, so the keyboard alone works too.
// A drawing ends where the server would refuse the rest, and all of it with it.
import { linesLeft, pointsLeft } from "../../../intake/agreements/strokes.ts"

for (const field of document.querySelectorAll<SVGSVGElement>("svg[data-signature]")) {
  const input = document.getElementById(field.dataset.signature ?? "")
  const clear = document.querySelector<HTMLElement>(`[data-clear="${field.dataset.signature}"]`)
  if (input instanceof HTMLInputElement) enableDrawing(field, input, clear)
}

type Stroke = [x: number, y: number][]

function enableDrawing(field: SVGSVGElement, input: HTMLInputElement, clear: HTMLElement | null): void {
  let strokes: Stroke[] = input.value ? (JSON.parse(input.value) as Stroke[]) : []
  let line: SVGPolylineElement | undefined
  for (const stroke of strokes) show(stroke)

  function show(stroke: Stroke): SVGPolylineElement {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "polyline")
    drawn.setAttribute("points", stroke.map((point) => point.join(",")).join(" "))
    field.append(drawn)
    return drawn
  }

  function pointAt({ clientX, clientY }: PointerEvent): [number, number] {
    const { left, top, width, height } = field.getBoundingClientRect()
    const { width: max_x, height: max_y } = field.viewBox.baseVal
    const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), 1) * max)
    return [within((clientX - left) / width, max_x), within((clientY - top) / height, max_y)]
  }

  field.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    if (linesLeft(strokes) < 1 || pointsLeft(strokes) < 2) return
    field.setPointerCapture(event.pointerId)
    const stroke: Stroke = [pointAt(event)]
    strokes.push(stroke)
    line = show(stroke)
  })
  field.addEventListener("pointermove", (event) => {
    const stroke = strokes.at(-1)
    if (!line || !stroke || pointsLeft(strokes) < 1) return
    const point = pointAt(event)
    const [x, y] = stroke.at(-1) ?? [0, 0]
    if (Math.abs(point[0] - x) + Math.abs(point[1] - y) < 3) return
    stroke.push(point)
    line.setAttribute("points", stroke.map((each) => each.join(",")).join(" "))
  })
  for (const event_name of ["pointerup", "pointercancel"] as const) {
    field.addEventListener(event_name, () => {
      line = undefined
      input.value = JSON.stringify(strokes)
    })
  }
  clear?.addEventListener("click", () => {
    strokes = []
    input.value = ""
    field.replaceChildren()
  })
}
