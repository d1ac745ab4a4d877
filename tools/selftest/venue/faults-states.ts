import { about } from './rows';

/** Requests under a key that come again. */
const idempotencyFaults = about('idempotency', [
  [
    'The same key with the same body is answered with the first reply again.',
    ['idempotency.replayed'],
    [
      'a key is not looked at',
      'a key again is answered by a 200',
      'a key again is answered with a later time',
      'a key again is refused',
      'a key is known a moment later',
      'a key again has another location',
    ],
  ],
  [
    'A key names one request.',
    ['idempotency.keys'],
    [
      'a key again makes another record and shows the first',
      'the body is the key',
      'the same body without a key makes nothing more',
      'a key counts by its beginning',
    ],
  ],
  [
    'With another body it is refused with a 422.',
    ['idempotency.other-body'],
    ['a key with another body gets the first reply', 'a key with another body makes another record'],
  ],
  [
    'A request that is refused is not remembered under its key.',
    ['idempotency.keys'],
    ['a refusal is remembered under its key'],
  ],
  ['The same key at another operation is another request.', ['idempotency.keys'], ['a key counts for all operations']],
  ['Without it the reply is a 400.', ['input.parameters-refused'], ['a request may lack its key']],
  ['It is refused with a 422.', ['idempotency.keys'], ['a key with another body is refused by a 400']],
]);

/** Actions, and what they leave. */
const stateFaults = about('states', [
  [
    'Only a booking on hold can be confirmed.',
    ['states.action'],
    [
      'a cancelled booking is confirmed',
      'a confirmed booking is confirmed again',
      'a cancelled booking is cancelled again',
      'a refunded charge is refunded again',
      'a cancelled booking is changed',
    ],
  ],
  [
    'The booking is confirmed from then on.',
    ['states.action'],
    [
      'confirming leaves the booking on hold',
      'cancelling confirms the booking',
      'cancelling loses its reason',
      'a confirmation is in its reply alone',
      'a refund changes nothing',
      'a refused confirmation cancels the booking',
      'a refused cancellation takes its reason',
      'a refusal is not a 409',
      'a booking without comments is sent',
      'the reply to a confirmation is as it was before',
    ],
  ],
  ['The booking was made, and is on hold.', ['states.moves'], ['a new booking is confirmed']],
  ['Its status is `draft`.', ['states.moves'], ['a new bill is issued']],
  [
    'Returns 409 unless the bill is `paid` or `written_off`.',
    ['states.action'],
    [
      'a bill is issued in any status',
      'a bill with payments is voided',
      'a filed bill is voided',
      'a bill of any status is written off',
      'a bill on which something is owed is filed',
      'a bill without a cost center is filed',
      'a bill that was issued is dropped',
      'a payment bounces again',
    ],
  ],
  [
    'It turns into an `issued` bill and stamps `issued_at`.',
    ['states.action'],
    [
      'an issued bill stays a draft',
      'issuing stamps no time',
      'filing stamps no time',
      'voiding loses its cause',
      'a bill that is written off is void',
      'a payment that has bounced stays taken',
    ],
  ],
  [
    'A 409 changes nothing.',
    ['states.action'],
    ['a refused voiding takes its cause', 'a refused payment counts', 'a bill in a wrong status is a 422'],
  ],
  [
    'Payments are accepted for bills that are `issued` or `partly_paid`.',
    ['states.action'],
    ['a draft takes payments', 'a bill of any status takes payments'],
  ],
  [
    'As soon as its payments reach `total_cents`, it becomes `paid`.',
    ['states.action'],
    [
      'the first payment pays a bill',
      'a part leaves a bill issued',
      'no bill is ever paid',
      'what was paid is the last payment',
      'a payment may be more than is left',
    ],
  ],
  [
    'A payment must not exceed what is left.',
    ['parallel.some-order'],
    ['payments at once are more than the total', 'a bill is issued twice at once'],
  ],
  ['No money is counted twice.', ['idempotency.replayed'], ['a payment is made again under its key']],
  ['Only bills that have this status.', ['list.filter'], ['issued bills are those partly paid too']],
]);

/** Bodies that break their schema and are taken; each is a row of `FORGIVEN`. */
const inputFaults = about('input', [
  [
    'The body breaks its schema, a format included.',
    ['input.refused'],
    [
      'a body may have members of any name',
      'an object within a body may have members of any name',
      'an object within a body may lack members',
      'numbers within items are not bounded',
      'patterns within objects are not looked at',
      'patterns are not looked at',
      'formats are not looked at',
      'texts are of any length',
      'lists are of any length',
      'an item may come twice',
      'a patch may be empty',
      'any method of payment is taken',
      'a flag may be a text',
      'an amount may be a text',
    ],
  ],
]);

/** What goes on by itself. */
const jobFaults = about('jobs', [
  [
    'The phase goes from queued to running to ready or failed, and then stays.',
    ['states.moves'],
    [
      'an archive goes back to be queued',
      'an archive that is ready fails',
      'an archive that is ready has more rows each time',
      'an archive has a size before it is ready',
      'a ready archive has no size',
      'rows come before the archive is ready',
      'an archive has a row less than it says',
      'an archive falls back as it goes on',
      'an archive is whole before it is ready',
      'an archive that is ready is not whole',
      'an archive that is ready is to be looked at again',
      'no archive says when to look again',
    ],
  ],
  [
    'Where the archive is.',
    ['created.location'],
    ['the location of an archive is that of none', 'the location of an archive is that of its rows'],
  ],
  ['finished_at: set once.', ['records.kept', 'created.readable'], ['an archive is finished whenever one looks']],
  ['compressed: default: false', ['created.echoed'], ['an archive is compressed unless that is refused']],
  ['The archive is gone.', ['deleted.gone'], ['an archive that is deleted is still there']],
]);

/** Records that are not as they were sent. */
const keptFaults = about('records', [
  ['The member was made.', ['created.readable'], ['texts are trimmed', 'texts lose their upper case', 'texts are cut']],
  [
    'tier: default basic',
    ['created.echoed'],
    ['another tier is the default', 'a flag is on by default', 'zero is no default'],
  ],
  [
    'Another member has this e-mail address.',
    ['unique.kept'],
    [
      'an address may come twice',
      'a taken address is a 422',
      'a replacement may take the address of another',
      'a patch may take the address of another',
    ],
  ],
  ['created_at is readOnly.', ['input.read-only'], ['a room takes its time from clients']],
  [
    'application/merge-patch+json',
    ['patched.keeps-rest'],
    ['a patch replaces objects as a whole', 'null in a patch is passed over'],
  ],
]);

/** Faults of records and of what is done to them. */
export const recordFaults = [...idempotencyFaults, ...stateFaults, ...jobFaults, ...inputFaults, ...keptFaults];
