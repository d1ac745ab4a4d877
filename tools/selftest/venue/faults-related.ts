import { about } from './rows';

/** What is done to a record although others do not allow it, and what a record tells of others. */
export const relatedFaults = about('related', [
  [
    'The team still has desks. The member has bookings that are not cancelled.',
    ['related.guards'],
    [
      'a team with desks is removed',
      'a refused removal takes the desks',
      'a member with bookings is removed',
      'a room with cancelled bookings stays',
      'a room with passes is removed',
      'a team with loans out is suspended',
    ],
  ],
  [
    'A team has at most 6 desks.',
    ['related.most'],
    ['a team has any number of desks', 'a team has a desk more', 'a team has a desk less'],
  ],
  ['409: The team is not active.', ['related.states'], ['a suspended team may borrow']],
  [
    'It must have at least one part, else the reply is a 422. The loan is no draft.',
    ['states.action'],
    ['a loan without parts is handed out', 'a loan is handed out again', 'a loan that is out takes parts'],
  ],
  [
    'Once it is `out` only its `desk_id` can be changed.',
    ['states.action'],
    ['a loan that is out is called otherwise'],
  ],
  [
    'It has the `check` of the body, and `returned_because` is the reason given.',
    ['states.action'],
    [
      'a return loses what was checked',
      'each loan is returned for the same reason',
      'a loan is returned and lost at once',
    ],
  ],
  [
    'Unique within its team. Another desk of the team has this label.',
    ['unique.kept'],
    ['a label may come twice in a team', 'a label is taken in all teams', 'a label of a desk that is gone stays taken'],
  ],
  [
    'When the team was last changed. When it was made.',
    ['changes.timed', 'list.order'],
    [
      ...['a change leaves its time as it was', 'a change is a new beginning', 'a read counts as a change'],
      'a change that makes no difference moves its time',
    ],
  ],
  ['The main desk comes first, then the others.', ['list.order'], ['the main desk stands where it was made']],
  [
    'A team with desks always has one main desk: the first one, or the one that was sent as true; else the first one left.',
    ['related.single'],
    [
      'the first desk is no main one',
      'a team has two main desks',
      'a team is left without a main desk',
      'a main desk has no heir',
      'the last desk inherits',
    ],
  ],
  [
    'A whole number, unique among all loans and higher than that of any earlier loan.',
    ['created.numbered', 'created.new-id'],
    ['every other loan has the roll of the one before'],
  ],
  ['404: There is no such team.', ['input.references'], ['a team that is gone may borrow']],
  [
    'How many desks it has. The number of its loans that are `out`. The sum of `cents` times `count` over its desks.',
    ['related.totals'],
    [
      'desks are counted over all teams',
      'a desk that is gone still counts',
      'loans that are back still count',
      'a sum counts each desk once',
      'the sum is that of the last desk',
      'a sum does not follow a change',
      'a sum keeps a desk that is gone',
    ],
  ],
]);

/** What a body names below another record that it names, too. */
export const belowFaults = about('below', [
  [
    'The desk has to exist, and to be one of that team. It is checked by the same rules as a new one.',
    ['input.references'],
    [
      'a loan goes to no desk',
      'a loan goes to a desk of another team',
      'a changed loan goes to no desk',
      'a changed loan goes to a desk of another team',
    ],
  ],
]);
