import { about, type LawfulRow } from './rows';

/** Entity tags that say something else than they should, and conditions that are not kept. */
export const conditionalFaults = about('conditional', [
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
      'the reply to a change has the tag of before',
      'a new record is shown with another tag than it has',
    ],
  ],
  [
    'The change is made only where the member has one of these entity tags; else the reply is a 412.',
    ['conditional.write', 'conditional.parallel'],
    [
      'If-Match is not looked at by a replacement',
      'If-Match is not looked at by a patch',
      'If-Match is not looked at by a deletion',
      'a change is made, and refused',
      'the right tag is refused',
      'another tag is refused with a 409',
      'the tag is looked at before others have written',
    ],
  ],
]);

/** Unusual venues that keep their promises of entity tags. */
export const lawfulProtection: readonly LawfulRow[] = [
  ['entity tags are weak', 'A weak tag is an entity tag (RFC 9110 §8.8.3); none of them makes a change on condition.'],
  ['entity tags are made of the content', 'How a tag is made is left open.'],
];
