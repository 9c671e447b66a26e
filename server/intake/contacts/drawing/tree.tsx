import type { Language } from "../../../definition/text.ts"
import { type DrawnMember, drawFamily, line_heights, text_sizes } from "../family/drawn.ts"
import { layOutFolded } from "../family/folded.ts"
import type { Drawing } from "../family/layout.ts"
import type { Member } from "../family/members.ts"
import type { Line } from "../family/shapes.ts"
import { familyWords } from "../family/words.ts"

/** A drawing wider than its frame shrinks to this scale at most, and then scrolls. */
const least_scale = 0.8
/** One that then fits a phone entirely shrinks further: its text is still readable, and nothing is cut off. */
const phone = { width: 288, least_scale: 0.6 }

/**
 * The family as a drawing, which a phone shows folded if all of it does not fit. It is hidden from screen readers and the
 * keyboard: the table below has the same content.
 */
export function FamilyTree({ members, lang = "en" }: { members: readonly Member[]; lang?: Language }) {
  const wide = drawFamily(members)
  const fits = wide.drawing.width * phone.least_scale <= phone.width
  const scaled = wide.drawing.width * least_scale
  return (
    <section class="family-frame" aria-label={familyWords[lang].drawing} tabindex={0}>
      <div class={`family-canvas${fits ? "" : " family-unfolded"}`}>
        <Start drawing={wide.drawing} />
        <svg
          class="family-least"
          width={fits ? Math.min(scaled, phone.width) : scaled}
          height={1}
          aria-hidden="true"
        />
        <Tree {...wide} lang={lang} />
      </div>
      {!fits && (
        <div class="family-canvas family-folded">
          <Tree {...drawFamily(members, layOutFolded)} lang={lang} />
        </div>
      )}
    </section>
  )
}

function Tree({ drawing, drawn, lang }: ReturnType<typeof drawFamily> & { lang: Language }) {
  const { width, height, lines } = drawing
  return (
    <svg
      class="family-tree"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {lines.map((line, index) => (
        <path key={index} class={`family-line family-line-${line.kind}`} d={pathOf(line)} />
      ))}
      <Others drawing={drawing} text={familyWords[lang].others} />
      {drawn.map((each) => (
        <PersonBox key={each.member.id} {...each} />
      ))}
    </svg>
  )
}

/** Makes a drawing that is wider than its frame scroll to the main person first, not to its edge. */
function Start({ drawing: { boxes, width } }: { drawing: Drawing }) {
  const main = boxes.find(({ branch }) => branch === "main")
  if (!main) return null
  return (
    <div class="family-start" aria-hidden="true">
      <svg width={`${(main.x / width) * 100}%`} height={1} />
      <svg class="family-start-here" width={`${(main.width / width) * 100}%`} height={1} />
    </div>
  )
}

function pathOf({ points }: Line): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")
}

function Others({ drawing: { others, width }, text }: { drawing: Drawing; text: string }) {
  if (!others) return null
  return (
    <>
      <path class="family-border" d={`M8 ${others.y}H${width - 8}`} />
      <text class="family-heading" x={others.x} y={others.y + 26} font-size={text_sizes.note}>
        {text}
      </text>
    </>
  )
}

function PersonBox({ box, member, name, notes }: DrawnMember) {
  const { x, y, width, height } = box
  const { is_main, is_client, has_died } = member
  const needed = name.length * line_heights.name + notes.length * line_heights.note
  let line_y = y + (height - needed) / 2
  const next = (by: number) => {
    line_y += by
    return line_y - by * 0.28
  }
  return (
    <a class="family-link" href={`#${box.id}`} tabindex={-1}>
      <path
        class={`family-box${is_main || is_client ? " family-box-client" : ""}`}
        d={has_died ? trimCorners(x, y, width, height) : roundCorners(x, y, width, height)}
      />
      {name.map((line, index) => (
        <text
          key={`name ${index}`}
          class="family-box-name"
          x={x + width / 2}
          y={next(line_heights.name)}
          font-size={text_sizes.name}
        >
          {line}
        </text>
      ))}
      {notes.map((line, index) => (
        <text
          key={`note ${index}`}
          class="family-box-note"
          x={x + width / 2}
          y={next(line_heights.note)}
          font-size={text_sizes.note}
        >
          {line}
        </text>
      ))}
    </a>
  )
}

const corner = 8

function roundCorners(x: number, y: number, width: number, height: number): string {
  const arc = (to_x: number, to_y: number) => `a${corner} ${corner} 0 0 1 ${to_x} ${to_y}`
  const [across, down] = [width - 2 * corner, height - 2 * corner]
  return `M${x + corner} ${y}h${across}${arc(corner, corner)}v${down}${arc(-corner, corner)}h${-across}${arc(-corner, -corner)}v${-down}${arc(corner, -corner)}z`
}

/** The box of a person who has died has cut corners. */
function trimCorners(x: number, y: number, width: number, height: number): string {
  const cut = 2 * corner
  const [across, down] = [width - 2 * cut, height - 2 * cut]
  return `M${x + cut} ${y}h${across}l${cut} ${cut}v${down}l${-cut} ${cut}h${-across}l${-cut} ${-cut}v${-down}z`
}
