import { about } from './rows';

/** Bodies of layouts that break their schema deep within, or by one operation alone, and are taken. */
const inputFaults = about('input', [
  [
    'A member of the body is not as its schema has it.',
    ['input.refused', 'reply.schema'],
    [
      'the address of a layout is not looked at',
      'chairs may be counted by halves',
      'a pattern in a branch is not looked at',
      'an item of a branch may lack members',
      'an item of a branch may have others',
      'a mark may come twice',
      'a table has any marks',
      'a replacement may lack members',
      'a step is not looked at',
      'a patch of a layout may be empty',
      'a title of a replacement is of any length',
      'an opening may be no time',
      'a contact may be null',
      'a volume is not bounded',
      'anything of the house may be archived',
      'a currency may be any of Europe',
      'a flag may be a word',
      'a pattern may lack its beginning',
    ],
  ],
]);

/** Layouts that are refused though their schema allows them. */
const boundsFaults = about('input', [
  [
    'The bound of a member is a value that it allows.',
    ['input.bounds'],
    ['the longest title is refused', 'the fewest seats are refused', 'the highest volume is refused'],
  ],
  ['Lengths of texts count code points.', ['input.bounds'], ['a length counts units of UTF-16']],
]);

/** Layouts that are not as they were sent, or set. */
const allowedFaults = about('input', [
  [
    'What the schema of new gear allows, and no words rule out.',
    ['input.bounds'],
    ['broken gear is refused', 'gear for nothing is refused'],
  ],
  ['Given by us; it is ignored where it is sent.', ['input.read-only'], ['an id of gear is refused']],
  [
    '415: The body has another media type than those of the operation; no other is taken.',
    ['input.refused'],
    ['a patch may be plain JSON'],
  ],
  ['Labels; each at most once.', ['input.refused'], ['a tag of gear may come twice']],
]);

const keptFaults = about('records', [
  [
    'The layout was made.',
    ['created.echoed'],
    ['the remark of a plan is lost', 'a slug loses its upper case', 'the names of labels are lowered'],
  ],
  ['Sets a layout anew.', ['replaced.shown'], ['a replacement adds to the labels']],
  ['Unique among all layouts, regardless of case.', ['unique.kept'], ['a slug may come twice in another case']],
  [
    'readOnly',
    ['input.read-only'],
    ['POST takes how often it was changed', 'PUT takes when it was made', 'PATCH takes when it was changed'],
  ],
  [
    'application/merge-patch+json',
    ['patched.keeps-rest', 'created.readable'],
    ['a patch resets the aisle', 'a patch replaces the labels'],
  ],
  ['`createdAt` never changes.', ['patched.keeps-rest'], ['a change moves the time of the making']],
  ['The slug is taken.', ['conflict.no-trace'], ['a conflict takes the rest']],
  [
    'The layout is gone.',
    ['deleted.gone', 'created.readable', 'list.order'],
    ['a deleted layout is listed', 'a deletion takes the one before'],
  ],
]);

const secretFaults = about('secrets', [
  [
    'pin: writeOnly',
    ['secrets.hidden', 'secrets.later'],
    ['the pin of the door is shown', 'the pin is shown in lists'],
  ],
]);

const headerFaults = about('headers', [
  [
    'The address of the new layout.',
    ['created.location'],
    ['a new layout is said to be at another', 'a new layout has no location'],
  ],
  ['application/problem+json', ['reply.media-type'], ['a conflict is plain JSON']],
  ['The header Accept leaves out what there is.', ['connection.acceptable'], ['any format is answered with JSON']],
  ['What the request has for it is given back.', ['connection.given-id'], ['the id of a request gets another one']],
  ['Times that we set are in UTC.', ['reply.times-utc'], ['a layout is made in local time']],
  [
    'The sum of unit_cents times count over all lines.',
    ['reply.figures'],
    ['a bill counts each line once', 'a bill counts its first line alone'],
  ],
  ['A 405 has the header Allow.', ['methods.allowed'], ['a 405 leaves the last method out']],
]);

/** Faults of bodies that go to the third level, and of what becomes of them. */
export const bodyFaults = [
  ...inputFaults,
  ...boundsFaults,
  ...allowedFaults,
  ...keptFaults,
  ...secretFaults,
  ...headerFaults,
];
