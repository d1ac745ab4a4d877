import { type Program, readFlags } from '../../openapi/program/command';
import { OPTIONS, type Options } from './options';

export const PROGRAM: Program = {
  name: 'animal-store-mock',
  description: 'A stateful mock of the API that an OpenAPI document describes.',
  commands: [{ name: 'exam', summary: 'what your tests rely on that the document leaves open' }],
  epilogue: `
Examples:
  $ animal-store-mock                                   serve the shipped contract on port 4010
  $ animal-store-mock --port 0 --fixtures none          a free port, an empty store
  $ animal-store-mock --document staging.yaml           another version of the contract
  $ animal-store-mock --plan-limits off                 never answer 429
  $ animal-store-mock --keys keys.json --log requests   keys of your own, a line for each request`,
};

/** The options of the command line and the environment. */
export const flagsOf = (args: readonly string[]): Options => readFlags(PROGRAM, OPTIONS, args);
