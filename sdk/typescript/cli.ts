#!/usr/bin/env node
// The package's own program: npx https://intake.firm.example/sdk/foyer.tgz listen --forward http://localhost:8000/hooks
import { listen } from "./listen.ts"

const [command, ...words] = process.argv.slice(2)
process.exitCode = await listen(command === "listen" ? words : ["--help"], process.env)
