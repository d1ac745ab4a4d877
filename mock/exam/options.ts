import { type OptionTable, presence, text, whole } from '../../openapi/program/option';
import { behaviourIds } from '../setup/option-kinds';
import { OPTIONS as MOCK_OPTIONS } from '../setup/options';

/** The options of an exam: what the mock is made from, and what is examined. */
export const OPTIONS = {
  only: {
    flag: '--only <id...>',
    help: 'examine only these unspecified behaviours, by their ids',
    kind: behaviourIds,
  },
  except: { ...MOCK_OPTIONS.except, help: 'unspecified behaviours to leave out, by their ids' },
  seeds: {
    flag: '--seeds <number>',
    help: 'runs that vary everything at once that the tests do not rely on by itself',
    kind: whole(0, 1000),
    default: 2,
  },
  vary: {
    ...MOCK_OPTIONS.vary,
    help: 'try only this seed: everything at once, then the fewest options that still make the tests fail',
  },
  timeout: {
    flag: '--timeout <seconds>',
    help: 'how long one run of the tests may take',
    kind: whole(1, 86_400),
    default: 600,
  },
  report: {
    flag: '--report <file>',
    help: 'file for the result as JSON: what the tests rely on, each with choices that the mock takes as they are',
    kind: text('a file'),
  },
  once: {
    flag: '--once',
    help: 'run the tests once with the choices given, print what they print, and examine nothing',
    kind: presence,
  },
  port: { ...MOCK_OPTIONS.port, help: 'port of the mock during the exam; 0 takes a free one', flagDefault: 0 },
  host: MOCK_OPTIONS.host,
  choices: { ...MOCK_OPTIONS.choices, help: 'file of choices that hold in every run' },
  choice: { ...MOCK_OPTIONS.choice, help: 'choice that holds in every run, ID=OPTION; several times for more' },
  document: MOCK_OPTIONS.document,
  allowRefs: MOCK_OPTIONS.allowRefs,
  strict: MOCK_OPTIONS.strict,
  warnings: MOCK_OPTIONS.warnings,
  fixtures: MOCK_OPTIONS.fixtures,
  keys: MOCK_OPTIONS.keys,
  planLimits: MOCK_OPTIONS.planLimits,
  banAfter: MOCK_OPTIONS.banAfter,
  banSeconds: MOCK_OPTIONS.banSeconds,
  keepRemoved: MOCK_OPTIONS.keepRemoved,
  cors: MOCK_OPTIONS.cors,
  maxRecords: MOCK_OPTIONS.maxRecords,
  adminToken: MOCK_OPTIONS.adminToken,
  seed: MOCK_OPTIONS.seed,
} as const satisfies OptionTable;
