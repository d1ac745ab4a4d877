import type { Schema } from '../../../openapi/contract';
import { changeOf, isSameValue } from './same-value';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };

test.each<readonly [string, Schema, unknown, unknown]>([
  ['one point in time with another offset', time, '2026-01-01T10:00:00+02:00', '2026-01-01T08:00:00Z'],
  ['the same with more zeros', time, '2026-01-01T08:00:00Z', '2026-01-01T08:00:00.000z'],
  [
    'the same of what may be null as well',
    { anyOf: [time, { type: 'null' }] },
    '2026-01-01T08:00:00Z',
    '2026-01-01T08:00:00.000Z',
  ],
  ['a number as single precision has it', { type: 'number', format: 'float' }, 0.1, Math.fround(0.1)],
  ['a secret behind asterisks', text, 'sk-12345678', '********'],
  ['a secret by its ends', text, 'sk-12345678', 'sk-•••678'],
  ['a secret by its SHA-256', text, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a secret as PHC strings have it', text, 'abc', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA'],
  ['whatever a password is shown as', { type: 'string', format: 'password' }, 'abc', undefined],
  [
    'the same within lists and objects',
    { type: 'array', items: time },
    ['2026-01-01T08:00:00Z'],
    ['2026-01-01T08:00:00.0Z'],
  ],
])('is the same value: %s', (_, schema, one, other) => {
  expect(isSameValue(schema, one, other)).toBe(true);
  expect(isSameValue(schema, other, one)).toBe(true);
});

test.each<readonly [string, Schema, unknown, unknown]>([
  ['another point in time', time, '2026-01-01T10:00:00+02:00', '2026-01-01T10:00:00Z'],
  ['another nanosecond', time, '2026-01-01T10:00:00.000000001Z', '2026-01-01T10:00:00Z'],
  ['a time that is none by its schema', text, '2026-01-01T10:00:00+02:00', '2026-01-01T08:00:00Z'],
  ['the end of another secret', text, 'sk-12345678', '***999'],
  ['a digest of another', text, 'abd', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['letters of another case', text, 'Ada@example.org', 'ada@example.org'],
  ['nothing', text, 'abc', undefined],
  ['a number of fewer digits', { type: 'number' }, 0.123456789, 0.123457],
])('is another value: %s', (_, schema, one, other) => {
  expect(isSameValue(schema, one, other)).toBe(false);
  expect(isSameValue(schema, other, one)).toBe(false);
});

test.each([
  [' Rex ', 'Rex', 'trimmed'],
  ['Rex', 'rex', 'in another case'],
  ['ﬁ', 'fi', 'in another normal form'],
  ['Rex McRexFace', 'Rex M', 'cut off'],
  [9007199254740993n, 9007199254740992n, 'rounded'],
  [1.5, 2, 'rounded'],
  ['Rex', 'Max', undefined],
  ['Rex', '', undefined],
  ['Rex', null, undefined],
])('%p that is shown as %p was %s', (sent, shown, how) => {
  expect(changeOf(sent, shown)).toBe(how);
});
