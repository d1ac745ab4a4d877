import { about, type LawfulRow } from './rows';

/** Lists of closures that leave others than they say. */
export const closureFaults = about('closures', [
  [
    'Only closures that are in force on this day; that were made on this day (UTC).',
    ['list.range'],
    [
      'the first day is not in force',
      'the last day is not in force',
      'what begins later is in force',
      'what has ended is in force',
      'what was made later was made on the day',
    ],
  ],
  [
    'Only closures with one of these causes, with a comma between them.',
    ['list.range'],
    ['of several causes the last one counts alone'],
  ],
  [
    'Case-insensitive search; only closures whose ref starts with this text.',
    ['list.range'],
    ['the search of closures minds the case', 'the search of closures skips notes', 'a prefix may stand anywhere'],
  ],
  ['Only closures with this ref.', ['list.filter'], ['a ref is found by its beginning']],
  [
    'Lists lifted closures, too, which are left out otherwise.',
    ['list.range'],
    ['lifted closures are listed unasked', 'lifted closures are listed alone'],
  ],
  [
    'The pages first, prev, next and last; the number of this page; how many pages there are.',
    ['list.page-facts'],
    [
      'the link back leads to this page',
      'the second page has no next one',
      'the last page is one too far',
      'each page is said to be the first',
      'a full last page counts as two',
      'the usual page size is told',
    ],
  ],
  [
    'The last day must not be before the first one.',
    ['input.refused'],
    [
      'the days of a POST are in any order',
      'the days of a PUT are in any order',
      'the days of a PATCH are in any order',
      'a day by itself is not looked at',
    ],
  ],
  [
    'A parameter is invalid, unknown or comes twice.',
    ['input.query-refused'],
    [
      'an unknown parameter is passed over',
      'a greater page size is taken for the greatest',
      'page 0 is the first one',
      'an unknown cause leaves nothing',
    ],
  ],
  ['Every reply carries the header X-Venue-Trace.', ['reply.headers'], ['a refusal has no trace']],
  ['The HTTP status of a problem (RFC 9457).', ['error.status'], ['a problem has another status']],
  [
    'The least size of the crew (crew.size), inclusive; this shift (crew.shift).',
    ['list.range'],
    ['the least crew is exclusive', 'the shift is not looked at'],
  ],
]);

/** Unusual lists of closures. */
export const lawfulClosures: readonly LawfulRow[] = [
  ['a closure of one day is refused', 'A body may be refused by rules of the server’s own.'],
];
