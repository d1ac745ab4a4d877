import { memoryParts, memoryText } from './page/model/figures';

const MIB = 2 ** 20;
const MEMORY = {
  mostBytes: 4500 * MIB,
  residentBytes: 95.5 * MIB,
  parts: [
    { name: 'records', mostBytes: 2900 * MIB, usedBytes: 40 },
    { name: 'sessions', mostBytes: 36 * MIB, usedBytes: null },
  ],
};

test('the memory is shown in MiB, with its parts where they are asked for', () => {
  expect(memoryText(MEMORY)).toBe('memory 96 of at most 4,500 MiB');
  expect(memoryParts(MEMORY)).toBe('records: 1 of 2,900 MiB\nsessions: 36 MiB');
});

test('what the mock takes now may be unknown', () => {
  expect(memoryText({ ...MEMORY, residentBytes: null })).toBe('memory at most 4,500 MiB');
});
