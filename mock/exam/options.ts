import { type OptionTable, text, type ValuesOf, whole } from '../../openapi/program/option';
import { behaviourIds } from '../setup/option-kinds';
import { OPTIONS as MOCK_OPTIONS } from '../setup/options';

/** The options of an exam: what the mock is made from, and what is examined. */
export const OPTIONS = {
  only: {
    flag: '--only <id...>',
    help: 'examine these unspecified behaviours alone, by their ids',
    kind: behaviourIds,
  },
  except: { ...MOCK_OPTIONS.except, help: 'what is not examined, by the ids of unspecified behaviours' },
  seeds: {
    flag: '--seeds <number>',
    help: 'runs in which all varies at once that the tests do not rely on by itself',
    kind: whole(0, 1000),
    default: 2,
  },
  vary: {
    ...MOCK_OPTIONS.vary,
    help: 'only this seed: all at once, and then the fewest options that still make the tests fail',
  },
  timeout: {
    flag: '--timeout <seconds>',
    help: 'how long one run of the tests may take',
    kind: whole(1, 86_400),
    default: 600,
  },
  report: {
    flag: '--report <file>',
    help: 'write what was found to a file, as JSON',
    kind: text('a file'),
  },
  port: { ...MOCK_OPTIONS.port, help: 'port that the mock listens on meanwhile; 0 takes a free one', flagDefault: 0 },
  host: MOCK_OPTIONS.host,
  choices: { ...MOCK_OPTIONS.choices, help: 'file of choices that count in any case' },
  choice: { ...MOCK_OPTIONS.choice, help: 'a choice that counts in any case, ID=OPTION; several times for more' },
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

export type ExamFlags = ValuesOf<typeof OPTIONS>;
