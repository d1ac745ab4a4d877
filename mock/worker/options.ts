import type { OptionTable } from '../../openapi/program/option';
import { SHARED_OPTIONS } from '../browser/options';
import { OPTIONS as MOCK_OPTIONS } from '../setup/options';

/** The options of the mock in a service worker: what is written into its file. */
export const OPTIONS = {
  document: MOCK_OPTIONS.document,
  strict: MOCK_OPTIONS.strict,
  warnings: MOCK_OPTIONS.warnings,
  keys: MOCK_OPTIONS.keys,
  ...SHARED_OPTIONS,
} as const satisfies OptionTable;
