import { about, type LawfulRow } from './rows';

/** Entity tags that say something else than they should, and conditions that are not kept. */
const conditionalFaults = about('conditional', [
  [
    'Where one of them is current, the reply is a 304.',
    ['conditional.not-modified', 'conditional.read'],
    [
      'If-None-Match is not looked at',
      'any If-None-Match is answered with 304',
      'a list of tags is taken for one',
      'the star is no tag',
      'a weak tag is another one than the strong',
      'a 304 has no tag',
    ],
  ],
  [
    'The entity tag of the member; another one after each change.',
    ['conditional.tag', 'conditional.read'],
    [
      'each reply has another tag',
      'the tag has no quotes',
      'the tag is the same after a replacement',
      'the tag is the same after a patch',
      'the tag is the same after a block',
      'the tag is the same after a stamp',
      'the reply to a change has the tag of before',
      'a new record is shown with another tag than it has',
    ],
  ],
  ['It is sent with every reply that shows a single one.', ['conditional.tag'], ['a new member has no tag']],
  [
    'The change is made only where the member has one of these entity tags; else the reply is a 412.',
    ['conditional.write', 'conditional.parallel'],
    [
      'If-Match is not looked at by a replacement',
      'If-Match is not looked at by a patch',
      'If-Match is not looked at by a deletion',
      'If-Match is not looked at by a block',
      'a change is made, and refused',
      'the right tag is refused',
      'another tag is refused with a 409',
      'the tag is looked at before others have written',
    ],
  ],
  ['428: If-Match is needed.', ['conditional.write'], ['a pass is blocked without a condition']],
]);

/** What is never to be shown, and is. */
const secretFaults = about('secrets', [
  [
    'What is writeOnly comes in requests alone.',
    ['secrets.hidden', 'secrets.later'],
    [
      'the password is shown when a member is made',
      'the password is shown of a member',
      'the password is shown in lists',
      'the password is shown after a patch',
      'the password is shown under another name',
      'the password is in a header',
      'the number of a card is shown',
      'a refusal repeats the body',
      'a refusal repeats the credential',
      'a header repeats the credential',
      'a refusal repeats a wrong credential',
    ],
  ],
]);

/** Credentials that are not looked at as they should, and what a key that may only read does. */
const roleFaults = about('roles', [
  [
    'The credential may only read.',
    ['roles.writes-refused', 'roles.reads-served'],
    [
      'the reader may create and act',
      'the reader may replace',
      'the reader may patch',
      'the reader may delete',
      'the reader may confirm bookings',
      'the reader may refund charges',
      'the reader may block passes',
      'the reader may make stamps',
      'the reader may make passes',
      'the reader may start archives',
      'what the reader writes is refused, and done',
      'the reader is refused with a 401',
      'the reader may not read',
      'what the reader may not do is not there',
    ],
  ],
  [
    'A token or a key.',
    ['credentials.alternatives', 'credentials.checked'],
    [
      'any key is let in',
      'the key is refused',
      'the key may not write',
      'the token is refused for gear',
      'a wrong key beside a token is a 500',
    ],
  ],
  [
    'A token or a key, each in its place.',
    ['credentials.required', 'credentials.checked'],
    ['the key is taken from the query', 'a token is taken behind any word', 'what begins like a token is one'],
  ],
]);

/** Refusals by another status than the one that is for it. */
const reasonFaults = about('status', [
  [
    'The body or a parameter can not be read. The body breaks its schema, a format included.',
    ['refusal.reason', 'input.refused'],
    [
      'what is no JSON is refused with a 422',
      'what breaks its schema is refused with a 400',
      'another media type is refused with a 400',
    ],
  ],
]);

/** Refusals that do not name what words say they name. */
const namingFaults = about('refusals', [
  [
    '`errors` lists each member that is wrong.',
    ['refusal.names'],
    ['a refusal of gear tells of no fault', 'a refusal of gear tells of the first fault alone'],
  ],
  [
    '`help` of a problem is `https://venue.example/help/` followed by `reason`; for 412 there is an `advice`. 409 taken; 412 stale.',
    ['error.members'],
    ['what is taken is stale', 'the help is of nothing', 'what is stale has no advice'],
  ],
]);

/** Headers that say something else than is so. */
const headerFaults = about('headers', [
  [
    'Where the room is.',
    ['created.location'],
    [
      'the location is that of another record',
      'the location lacks what stands before the paths',
      'the location is that of the list',
    ],
  ],
  ['Each request has its own id.', ['reply.own-id'], ['each reply has the same id']],
  [
    'A 405 has the header Allow.',
    ['methods.allowed'],
    ['a 405 does not say which methods there are', 'a 405 names other methods'],
  ],
]);

/** What keeps a venue's records from others, and from each other's changes. */
export const protectionFaults = [
  ...conditionalFaults,
  ...secretFaults,
  ...roleFaults,
  ...reasonFaults,
  ...namingFaults,
  ...headerFaults,
];

/** Unusual venues that keep those promises. */
export const lawfulProtection: readonly LawfulRow[] = [
  ['entity tags are weak', 'A weak tag is an entity tag (RFC 9110 §8.8.3); none of them makes a change on condition.'],
  ['entity tags are made of the content', 'How a tag is made is left open.'],
  ['the location has another host', 'Behind a gateway a server has another name.'],
  ['a wrong key beside a token is refused', 'No document says which of two credentials counts.'],
];
