/** A progress bar with its label and text. */
export function ProgressBar(props: { id: string; label: string; value: number; max: number; text?: string }) {
  return (
    <div class="progress-bar">
      <label class="progress-label" for={props.id}>
        {props.label}
      </label>
      {props.text && <span class="progress-text">{props.text}</span>}
      <progress class="progress" id={props.id} max={props.max} value={props.value} />
    </div>
  )
}
