import type { CaughtBy, Fault, Lawful } from '../server/cases';

/** Faults about one thing, which break sentences of the document. */
const about = (
  thing: string,
  tables: readonly (readonly [breaks: string, caughtBy: CaughtBy, names: readonly string[]])[],
): readonly Fault<string>[] =>
  tables.flatMap(([breaks, caughtBy, names]) =>
    names.map((name) => ({ name, breaks, caughtBy, behaviour: name, about: thing })),
  );

const relatedFaults = about('related', [
  [
    'Clients with open purchases cannot be deleted. The plant is used in a purchase. It cannot be cancelled while it has a deposit that is authorized.',
    ['related.guards'],
    [
      'a client with open purchases is deleted',
      'a plant in a purchase is deleted',
      'a plant in a cancelled purchase is deleted',
      'a purchase with an authorized deposit is cancelled',
    ],
  ],
  [
    'More than is `outstanding_cents` is rejected with 422; what is authorized is taken off it.',
    ['related.most'],
    [
      'deposits are more than is outstanding',
      'a deposit beyond what is outstanding is a conflict',
      'a deposit is not counted',
      'deposits at once are more than is outstanding',
    ],
  ],
  [
    "The plant's price when the row was written. A later price does not change it.",
    ['related.copied'],
    ['the rows follow the prices of their plants'],
  ],
  [
    'Delivered and cancelled purchases stay and keep their `client_id`.',
    ['related.left'],
    ['the purchases of a client go along', 'the purchases of a client forget it'],
  ],
  [
    'The quantities of its rows are deducted from what is `available` of their plants, and those of one that was confirmed added back.',
    ['related.effects'],
    [
      'a confirmation takes nothing',
      'a confirmation takes one of each row',
      'a confirmation takes more than there is',
      'a confirmation looks at the first row alone',
      'a refused confirmation takes the first rows',
      'all that there is may not be taken',
      'a cancellation gives nothing back',
      'a draft that is cancelled gives back',
      'two confirmations at once take the same plants',
    ],
  ],
  [
    'The body refers to a client or plant that does not exist.',
    ['input.references'],
    [
      'a purchase is made for no client',
      'a purchase is referred by nobody',
      'a purchase is made of no plant',
      'a row is made of no plant',
      'a deposit is made for no purchase',
    ],
  ],
  [
    'Discontinued plants cannot be ordered. These stand in the way: a plant of it is discontinued. A purchase must be confirmed or dispatched.',
    ['related.states'],
    [
      'a discontinued plant is ordered',
      'a discontinued plant is added',
      'a purchase of a discontinued plant is confirmed',
      'a deposit is made when draft',
      'a deposit is made when cancelled',
      'a deposit is made when delivered',
    ],
  ],
]);

const stateFaults = about('states', [
  [
    '`next_steps` has the actions that its state allows in this list, and no others.',
    ['states.moves'],
    ['a purchase may always be cancelled, as it says', 'no purchase says that it may be dispatched'],
  ],
  [
    '409: The state of the purchase does not allow this. Draft → confirmed → dispatched → delivered.',
    ['states.action'],
    [
      'a confirmed purchase is updated',
      'a row is added to any purchase',
      'a row of any purchase is changed',
      'a row of any purchase is removed',
      'a row is added to any purchase when cancelled',
      'a purchase is confirmed when confirmed',
      'a purchase is confirmed when dispatched',
      'a purchase is confirmed when delivered',
      'a purchase is confirmed when cancelled',
      'a purchase is dispatched when draft',
      'a purchase is dispatched when dispatched',
      'a purchase is dispatched when delivered',
      'a purchase is dispatched when cancelled',
      'a purchase is delivered when draft',
      'a purchase is delivered when confirmed',
      'a purchase is delivered when delivered',
      'a purchase is delivered when cancelled',
      'a purchase is cancelled when dispatched',
      'a purchase is cancelled when delivered',
      'a purchase is cancelled when cancelled',
      'a deposit is captured when captured',
      'a deposit is captured when voided',
      'a deposit is captured when refunded',
      'a deposit is captured when partially_refunded',
      'a deposit is voided when captured',
      'a deposit is voided when voided',
      'a deposit is voided when refunded',
      'a deposit is refunded when authorized',
      'a deposit is refunded when voided',
    ],
  ],
  [
    'Records the shipment. What is sent is seen.',
    ['states.action'],
    [
      'a confirmation has no time',
      'the tracking code is lost',
      'the shipment is lost',
      'a delivery leaves it dispatched',
      'the reason of a cancellation is lost',
      'a cancellation has no time',
      'a capture has no time',
    ],
  ],
  [
    'A refund of less than what is left makes it partially_refunded; once everything is returned it is refunded.',
    ['states.action'],
    [
      'a refund is more than is left',
      'each refund counts alone',
      'a full refund is one in part',
      'a refund in part is a full one',
      'a refund in part leaves it captured',
      'a refund is not counted',
    ],
  ],
]);

const jobFaults = about('jobs', [
  [
    'Its status goes from queued to running and ends as succeeded or failed.',
    ['states.moves'],
    [
      'a report goes back',
      'a report begins as running',
      'the progress falls',
      'what has succeeded fails',
      'a finished report has no file',
      'the location of a report is nowhere',
      'the file is there at once',
      'the file is there half done',
      'the file is never there',
      'the file of a finished report is a 409',
    ],
  ],
  [
    'Writes a line for each record of the kind that exists at that moment. Only records that have all of these.',
    ['states.moves'],
    [
      'a report begins with the first record',
      'a report is of all clients',
      'a report lacks the last record',
      'a report is written when it is read',
      'a report shows cents as units',
    ],
  ],
  // When that is seen the report is in another state already: it is a fault all the same.
  ['`progress` is a whole number.', ['reply.schema'], ['the progress is a fraction of one']],
]);

const idempotencyFaults = about('idempotency', [
  [
    'Repeating a request with the same key returns the original response without executing it again.',
    ['idempotency.replayed', 'idempotency.keys'],
    [
      'a key may be missing',
      'a key is not looked at by createPurchase',
      'a key is not looked at by createDeposit',
      'a key is not looked at by refundDeposit',
      'a key is noted late',
      'a key counts for all accounts',
      'a key counts for all endpoints',
      'another body is done again',
      'another body gets the first reply',
      'a refusal is kept under its key',
    ],
  ],
]);

const each = (who: string, deeds: readonly string[]): readonly string[] => deeds.map((deed) => `${who} ${deed}`);

const accessFaults = about('access', [
  [
    'Read-only keys can call GET operations only.',
    ['roles.writes-refused'],
    [
      ...each('the reader may', ['create clients', 'replace clients', 'delete clients', 'delete plants']),
      ...each('the reader may', ['patch purchases', 'add rows', 'change rows', 'remove rows', 'confirm', 'dispatch']),
      ...each('the reader may', ['cancel', 'make deposits', 'capture', 'refund', 'start reports']),
      'what the reader does is refused, and done',
    ],
  ],
  ['Not available to read-only keys, which get a 403.', ['roles.reads-served'], ['the reader sees the staff']],
  [
    'Records of other accounts do not exist for it.',
    ['accounts.apart'],
    each('another account', [
      ...[
        'lists clients',
        'reads clients',
        'replaces clients',
        'deletes clients',
        'lists purchases',
        'reads purchases',
      ],
      ...['changes purchases', 'adds rows', 'confirms', 'cancels', 'lists deposits', 'reads deposits', 'captures'],
    ]),
  ],
  [
    'Records of other accounts do not exist for it.',
    ['input.references'],
    ['a purchase is made for a client of another account'],
  ],
  [
    'Send a bearer token or an API key; either of them is enough.',
    ['credentials.alternatives'],
    ['any key is taken', 'any token is taken', 'the key is not taken'],
  ],
  ['API keys get a 403 here.', ['credentials.alternatives'], ['an API key sees the staff']],
]);

const conditionalFaults = about('conditional', [
  [
    'The version of the purchase. It changes with every change of the purchase, including its state and its rows.',
    ['conditional.tag'],
    [...['an update', 'a confirmation', 'a dispatch', 'a cancellation', 'a row', 'a changed row', 'a removed row']].map(
      (by) => `the tag is the same after ${by}`,
    ),
  ],
  [
    'Mandatory. If-Match is missing.',
    ['conditional.write'],
    ['a purchase is updated without a condition', 'a purchase is updated on any condition'],
  ],
  ['Another client has this email.', ['unique.kept'], ['two replacements at once take one email']],
  ['Not found.', ['missing.not-changed'], ['deleting no client is a 204']],
]);

const recordFaults = about('records', [
  ['They stay in the order in which they were sent.', ['created.echoed'], ['rows are sorted by their plants']],
]);

const uniqueFaults = about('unique', [
  [
    'Unique within the account; case is ignored.',
    ['unique.kept'],
    ['an email is taken in all accounts', 'an email in capitals is another one'],
  ],
]);

const agreeingFaults = about('related', [
  ['Must match the currency of the purchase.', ['input.agreeing'], ['a deposit is made in any currency']],
]);

const inheritedFaults = about('related', [
  [
    'The deposit is in the currency of the purchase.',
    ['related.inherited'],
    ['a deposit is in EUR unless it says otherwise'],
  ],
]);

const partFaults = about('parts', [
  [
    'Changes a label of a draft (409 otherwise). A label of this purchase.',
    ['parts.kept'],
    [
      'a label of any purchase is changed',
      'a label of any purchase is removed',
      'a label of another purchase will do',
      'a label stays as it is',
      'a removed label stays',
      'all labels are changed at once',
      'the last label goes along',
    ],
  ],
]);

const changeFaults = about('changes', [
  [
    'A different value of it is rejected with 422, the same one is fine.',
    ['refused.no-change'],
    ['what is available is passed over by a change'],
  ],
]);

export const depotFaults: readonly Fault<string>[] = [
  ...relatedFaults,
  ...uniqueFaults,
  ...recordFaults,
  ...stateFaults,
  ...jobFaults,
  ...idempotencyFaults,
  ...accessFaults,
  ...conditionalFaults,
  ...changeFaults,
  ...partFaults,
  ...agreeingFaults,
  ...inheritedFaults,
];

export const lawfulDepots: readonly Lawful<string>[] = [
  { name: 'the depot as it is', because: 'It keeps its document.', behaviour: '' },
  ...(
    [
      ['a draft is open, too', 'Which purchases are open is not said.'],
      ['a report takes its second', 'How long a job takes is open.'],
      ['a weak tag is as good', 'That tags are compared strongly the RFC alone says, and few servers keep.'],
      ['entity tags are weak', 'A weak tag is an entity tag (RFC 9110 §8.8.3).'],
      ['both keys are of one account', 'Nothing says that the second key is of another one.'],
      ['the file is there a moment later', 'When it is written is open.'],
      ['no more than twenty of a plant are sold', 'A body may be refused by rules of the server’s own.'],
    ] as const
  ).map(([name, because]) => ({ name, because, behaviour: name })),
];
