/** Closes resources in reverse order of opening, each once. */
export class Closing {
  private steps: (() => Promise<void>)[] = []

  add(step: () => Promise<void>): void {
    this.steps.unshift(step)
  }

  async run(): Promise<void> {
    const steps = this.steps
    this.steps = []
    for (const step of steps) await step()
  }
}
