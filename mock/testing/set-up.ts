import { withDefaults } from '../../openapi/program/option';
import type { Log } from '../observe/log';
import { engineAtStart, type MockEngine } from '../setup/engine';
import { readInputs } from '../setup/inputs';
import { OPTIONS, type Options } from '../setup/options';

/** The engine of a mock with these options, each of which has a default, for tests that listen or log in their own way. */
export async function setUp(given: Partial<Options>, log: Log): Promise<MockEngine> {
  const options = withDefaults(OPTIONS, given);
  return engineAtStart(options, await readInputs(options, () => {}), log, () => {});
}
