import { bytesUpTo, type Contract, ContractError, filePieces, MAX_RECORDS_BYTES } from '../../openapi/contract';
import { createFixturesReader, type Fixtures, readFixtures } from './fixtures';
import type { Refuse } from './refuse';
import { readStreamedRecords } from './streamed-records';

/**
 * Reads a file of records as `readFixtures` does its JSON, but one record at a time and with pauses for other work: a mock
 * that watches the file serves others meanwhile.
 *
 * @throws ContractError for what is no JSON, and an error of Node where the file can't be read
 */
export async function readLargeFixtures(file: string, contract: Contract, refuse: Refuse): Promise<Fixtures> {
  const [only, ...others] = contract.resources;
  const whole = others.length === 0 ? only?.name : undefined;
  const reader = createFixturesReader(file, contract, refuse);
  const rest = await readStreamedRecords(filePieces(file, bytesUpTo(MAX_RECORDS_BYTES)), {
    depth: 1,
    orWhole: whole !== undefined,
    mostBytes: MAX_RECORDS_BYTES,
    begin: ([name]) => (name === undefined ? reader.begin(whole ?? '', '') : reader.begin(name)),
    take: reader.take,
    refuse(problem, pointer = '') {
      throw new ContractError(file, pointer, `is not JSON: ${problem}.`, 'Correct the text there.');
    },
    tooLong() {
      throw new ContractError(file, '', 'has a record that is too long.', 'Shorten it.');
    },
  });
  // What else is wrong with it: in the rest each of the arrays is empty.
  readFixtures(file, rest, contract, refuse);
  return reader.end();
}
