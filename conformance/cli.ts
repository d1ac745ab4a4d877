#!/usr/bin/env node
import { EXIT_USAGE } from '../openapi/program/failure';
import { surviveLostOutput } from '../openapi/program/process';
import { execute, lineOf } from './commands';

surviveLostOutput();
execute(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const line = lineOf(error);
    if (line === undefined) return;
    console.error(line);
    process.exitCode = EXIT_USAGE;
  },
);
