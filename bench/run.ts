// npm run bench -- <part> [arguments]: measures one part; without a name, the API.
const parts: Record<string, string> = {
  api: "./api.ts",
  django: "./peers/run.ts",
  growth: "./growth.ts",
  console: "./console.ts",
  portal: "./portal.ts",
  jobs: "./jobs.ts",
  deliveries: "./deliveries.ts",
  memory: "./memory.ts",
  backup: "./backup.ts",
  cluster: "./cluster/run.ts",
  far: "./far.ts",
}

const [name = "api"] = process.argv.splice(2, 1)
const part = parts[name]
if (part) await import(part)
else {
  console.error(`There is no part "${name}". Choose one of ${Object.keys(parts).join(", ")}.`)
  process.exitCode = 2
}

export {}
