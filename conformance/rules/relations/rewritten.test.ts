import type { Resource } from '../../../openapi/contract';
import { cutOf, isRewritten } from './rewritten';

const resourceWith = (description: string, around: string): Resource =>
  ({
    schema: { type: 'object', properties: { room_name: { type: 'string', description } } },
    operations: { create: { around: [around], description: '', replies: [] } },
  }) as unknown as Resource;

test.each([
  ['Trimmed before it is stored.', '', ' Hall ', 'Hall', true],
  ['', 'Leading and trailing white space is cut from member names and room names.', ' Hall ', 'Hall', true],
  ['', 'White space around texts: surrounding spaces are removed.', ' Hall ', 'Hall', true],
  ['', 'Names lose white space at both ends before they are checked and stored.', ' Hall ', 'Hall', true],
  ['Blanks at either end are taken off.', '', ' Hall ', 'Hall', true],
  ['Stored in lower case.', '', 'HALL', 'hall', true],
  ['', '`room_name` is normalised: Unicode-normalised to NFC.', 'Ame\u0301lie', 'Am\u00e9lie', true],
  ['', 'Runs of white space in room names are collapsed to one.', 'a   b', 'a b', true],
  // Another member, another change, or none at all.
  ['', 'Leading and trailing white space is cut from e-mail addresses.', ' Hall ', 'Hall', false],
  ['Trimmed before it is stored.', '', 'HALL', 'hall', false],
  [
    '',
    'Text is kept exactly as it was sent: we do not trim, re-case, normalise or escape it.',
    ' Hall ',
    'Hall',
    false,
  ],
])('%s%s: %j as %j', (description, around, sent, shown, expected) => {
  expect(isRewritten(resourceWith(description, around), 'room_name', sent, shown)).toBe(expected);
});

test.each([
  ['Trimmed before it is stored.', '', 'Hall'],
  ['', 'Leading and trailing white space is cut from member names and room names.', 'Hall'],
  ['', 'Names lose white space at both ends before they are checked and stored.', 'Hall'],
  ['May be trimmed.', '', undefined],
  ['', 'Surrounding white space of a room name is ignored in searches.', undefined],
  ['', 'Room names are not trimmed.', undefined],
  ['', 'Names are stored exactly as they were sent - no trimming, no change of case.', undefined],
])('%s%s: white space around a text has to go: %j', (description, around, expected) => {
  expect(cutOf(resourceWith(description, around), 'room_name', ' Hall ', ' Hall ')).toBe(expected);
});
