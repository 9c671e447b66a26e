#!/usr/bin/env node
// The package's own program: npx --yes https://intake.firm.example/sdk/foyer.tgz listen --forward http://localhost:8000/hooks
import { runProgram } from "./program.ts"

process.exitCode = await runProgram(process.argv.slice(2), process.env)
