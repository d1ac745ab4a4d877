import { mockAtNoon, NOON } from '../testing/control';

const LEAP = '2016-12-31T23:59:60Z';
const PET = { id: 1, name: 'Rex', categoryId: 1 };
const MINUTE = { minute: { used: 1, openedAt: NOON } };

const given = mockAtNoon();
const { control } = given;

/** All that a request could have changed. */
async function everything(): Promise<readonly unknown[]> {
  const { clock, ...state } = await given.mock.state();
  return [state, clock.now, clock.frozen, await given.mock.choices.get(), (await control('GET', '/sessions')).json];
}

const KEYS = 'free, pro, business, enterprise, revoked';
const OPERATIONS = 'must be one of listPets, createPet, getPet, not';
const WINDOWS = 'is no window of the plan Free; it has minute, day.';
const ACTIONS = '"advance", "set", "freeze", "run", "reset"';
const SHOWN = 'must be an instant that the clock can show, such as 2026-11-24T12:00:00Z, not';
const DATE_TIME = 'must be an ISO 8601 date-time with a zone, such as 2026-11-24T12:00:00Z, not';
const PATTERN = 'operationId, method, path, query, headers, status, key, since, until, body.';
const PLANS = 'is no plan of the contract; it has Free, Pro, Business, Enterprise.';
const RESOURCES = 'Give an array of records for each resource; the contract has pets.';

type Row = readonly [body: unknown, message: string];
const BODIES: Readonly<Record<string, readonly Row[]>> = {
  'PUT /clock': [
    [{}, 'The field "action" is missing.'],
    [{ action: 'stop' }, `The field "action" must be one of ${ACTIONS}, not "stop".`],
    [{ action: 'advance' }, 'The field "seconds" is missing.'],
    [{ action: 'advance', seconds: -1 }, 'The field "seconds" must be at least 0, not -1.'],
    [{ action: 'advance', seconds: '61' }, 'The field "seconds" must be a number, not "61".'],
    [{ action: 'advance', seconds: 1e12 }, 'The field "seconds" leads beyond the year 9999.'],
    [{ action: 'advance', seconds: 3e11 }, 'The field "seconds" leads beyond the year 9999.'],
    [
      { action: 'advance', seconds: 61, instant: NOON },
      'The field "instant" is unknown; there may be action, seconds.',
    ],
    [{ action: 'freeze', seconds: 61 }, 'The field "seconds" is unknown; there may be action.'],
    [{ action: 'set' }, 'The field "instant" is missing.'],
    [{ action: 'set', instant: 1_795_527_804 }, `The field "instant" ${DATE_TIME} 1795527804.`],
    // Without a zone, of a day that no month has, and a leap second; then two whose year in UTC has five digits or a sign.
    [{ action: 'set', instant: '2026-01-01T00:00:00' }, `The field "instant" ${DATE_TIME} "2026-01-01T00:00:00".`],
    [{ action: 'set', instant: '2026-02-30T00:00:00Z' }, `The field "instant" ${DATE_TIME} "2026-02-30T00:00:00Z".`],
    [{ action: 'set', instant: LEAP }, `The field "instant" ${SHOWN} "${LEAP}".`],
    [
      { action: 'set', instant: '9999-12-31T23:59:59-01:00' },
      `The field "instant" ${SHOWN} "9999-12-31T23:59:59-01:00".`,
    ],
    [
      { action: 'set', instant: '0000-01-01T00:00:00+01:00' },
      `The field "instant" ${SHOWN} "0000-01-01T00:00:00+01:00".`,
    ],
  ],
  'PUT /choices': [
    [{}, 'The request body must be an object with choices, vary or except, not {}.'],
    [
      { choices: { 'list.ordr': 'any' } },
      'The field "choices[\'list.ordr\']": there is no unspecified behaviour "list.ordr"; did you mean "list.order"?',
    ],
    [
      { choices: { ids: ['sparse', 'randm'] } },
      'The field "choices.ids": ids has no option "randm"; did you mean "random"?',
    ],
    [{ vary: 7, except: ['id'] }, 'The field "except[0]": there is no unspecified behaviour "id"; did you mean "ids"?'],
    [{ vary: 1.5 }, 'The field "vary" must be an integer or null, not 1.5.'],
    [{ choices: {}, exept: ['ids'] }, 'The field "exept": there may be no such name; did you mean "except"?'],
  ],
  'PUT /allowances/free': [
    [{}, 'The request body must be an object of 1 or more properties, not {}.'],
    [{ left: { minute: 61 } }, 'The field "left.minute" must be at most 60, not 61.'],
    [{ left: { minute: -1 } }, 'The field "left.minute" must be at least 0, not -1.'],
    [{ left: { minute: 1.5 } }, 'The field "left.minute" must be an integer, not 1.5.'],
    [{ left: { hour: 1 } }, `The field "left.hour" ${WINDOWS}`],
    [{ used: { constructor: 1 } }, `The field "used.constructor" ${WINDOWS}`],
    ['{"left":{"__proto__":1}}', `The field "left.__proto__" ${WINDOWS}`],
    [{ left: { minute: 1 }, used: { minute: 3 } }, 'The field "left.minute" must be absent, since "used" has it.'],
    [{ left: { minute: 1 }, used: { hour: 3 } }, `The field "used.hour" ${WINDOWS}`],
    [{ bannedSeconds: 1.5 }, 'The field "bannedSeconds" must be an integer, not 1.5.'],
    [{ bannedSeconds: -1 }, 'The field "bannedSeconds" must be at least 0, not -1.'],
    [{ left: { minute: 1 }, ban: 1 }, 'The field "ban" is unknown; there may be left, used, bannedSeconds.'],
  ],
  'POST /faults': [
    [{}, 'The request body must be an object with status, body, text, delayMs or abort, not {}.'],
    [
      { status: 503, abort: 'EMPTY_RESPONSE' },
      'The request body must be an object without both status and abort, not {"status":503,"abort":"EMPTY_RESPONSE"}.',
    ],
    [{ status: 199 }, 'The field "status" must be at least 200, not 199.'],
    [{ status: 600 }, 'The field "status" must be at most 599, not 600.'],
    [{ status: '503' }, 'The field "status" must be an integer, not "503".'],
    [{ delayMs: -1 }, 'The field "delayMs" must be at least 0, not -1.'],
    [{ delayMs: 600_001 }, 'The field "delayMs" must be at most 600000, not 600001.'],
    [{ status: 503, probability: 1.1 }, 'The field "probability" must be at most 1, not 1.1.'],
    [{ status: 503, times: 0 }, 'The field "times" must be at least 1, not 0.'],
    [
      { status: 503, when: 'now' },
      'The field "when" is unknown; there may be match, operationId, key, status, headers, body, text, mediaType, delayMs, abort, after, probability, times.',
    ],
    [
      { abort: 'PLEASE' },
      'The field "abort" must be one of "CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE", not "PLEASE".',
    ],
    [{ body: 1, text: '' }, 'The request body must be an object without both body and text, not {"body":1,"text":""}.'],
    [{ delayMs: { from: 3, to: 2 } }, 'The field "delayMs.to" must be at least 3, as "delayMs.from", not 2.'],
    [
      { delayMs: 1, headers: { a: '1' } },
      'The field "headers" must be absent without a reply: give "status", "body" or "text", too.',
    ],
    [
      { status: 500, mediaType: 'text/html' },
      'The field "mediaType" must be absent without a body: give "body" or "text", too.',
    ],
    [{ status: 204, body: null }, 'The field "body" must be absent: HTTP allows no body with the status 204.'],
    [{ status: 304, text: '' }, 'The field "text" must be absent: HTTP allows no body with the status 304.'],
    [
      { status: 500, headers: { 'Content-Length': 1 } },
      'The field "headers.Content-Length" must be absent: the server itself writes this header.',
    ],
    [
      { status: 500, headers: { 'Retry After': '1' } },
      'The field "headers.Retry After" is no name of a header: HTTP allows letters, digits and !#$%&\'*+.^_`|~- there.',
    ],
    [
      { status: 500, headers: { 'Set-Cookie': ['a=1', 'b=\n'] } },
      'The field "headers.Set-Cookie" must have no character that HTTP forbids in a header, not "b=\\n".',
    ],
    [
      { status: 500, match: { path: 'pets' } },
      'The field "match.path" must be a path that begins with / or **, without a query (that goes into "query"), not "pets".',
    ],
    [{ status: 500, match: { method: 'GE T' } }, 'The field "match.method" must be a method such as GET, not "GE T".'],
    [{ text: 'x', mediaType: 'html' }, 'The field "mediaType" must be a media type such as text/html, not "html".'],
    [
      { status: 500, match: { status: 200 } },
      'The field "match.status" is unknown; there may be operationId, method, path, query, headers, key, body.',
    ],
    [{ status: 500, key: 'free', match: { key: 'free' } }, 'The field "match.key" must be absent, since "key" has it.'],
    [{ status: 500, match: { operationId: 'nope' } }, `The field "match.operationId" ${OPERATIONS} "nope".`],
    ...(
      [
        ['/pet', '/pets'],
        ['/v1/pet/7', '/pets/{petId}'],
        ['/v1/owners/*', '/pets'],
        ['/pets/', '/pets'],
        ['/pets/7/toys', '/pets'],
        ['/p/**', '/pets'],
      ] as const
    ).map(([path, meant]): readonly [object, string] => [
      { status: 500, match: { path } },
      `The field "match.path" must match the path of an operation, such as ${meant}, not "${path}"; /docs shows all.`,
    ]),
    [
      { status: 500, operationId: 'getPet', match: { path: '/pets' } },
      'The field "match.path" must match the path of getPet, such as /pets/{petId}, not "/pets"; /docs shows all.',
    ],
    [{ status: 503, operationId: 'nope' }, `The field "operationId" ${OPERATIONS} "nope".`],
    [{ status: 503, key: 'unknown' }, `The field "key" must be the name of a key: one of ${KEYS}, not "unknown".`],
  ],
  'PUT /state': [
    [
      { record: {} },
      'The field "record" is unknown; there may be records, allowances, clock, faults, chances, replies.',
    ],
    [{ records: [] }, 'The field "records" must be an object, not [].'],
    [{ records: { nope: [] } }, `The field "records.nope": the contract has no resource "nope". ${RESOURCES}`],
    [{ records: { pets: {} } }, 'The field "records.pets" must be an array, not {}.'],
    [{ records: { pets: [1] } }, 'The field "records.pets[0]" must be an object, not 1.'],
    [
      { records: { pets: [PET, { ...PET, id: 2, name: 3 }] } },
      'The field "records.pets[1].name": record 2 of pets does not fit the contract: the field "name" must be a string, not 3. Correct the record.',
    ],
    [
      { records: { pets: [PET, PET] } },
      'The field "records.pets[1]": record 2 of pets has the id 1 of another. Give each an id of its own.',
    ],
    [{ allowances: { unknown: { windows: {} } } }, `The field "allowances.unknown" is no key here; there are ${KEYS}.`],
    [
      { allowances: { 'address ': { windows: {} } } },
      `The field "allowances['address ']" is no key here; there are ${KEYS}.`,
    ],
    [{ allowances: { free: {} } }, 'The field "allowances.free.windows" is missing.'],
    [
      { allowances: { free: { windows: { hour: MINUTE.minute } } } },
      `The field "allowances.free.windows.hour" ${WINDOWS}`,
    ],
    [
      { allowances: { 'address ::1': { windows: { hour: MINUTE.minute } } } },
      `The field "allowances.address ::1.windows.hour" ${WINDOWS}`,
    ],
    [
      { allowances: { free: { windows: { minute: { used: -1, openedAt: NOON } } } } },
      'The field "allowances.free.windows.minute.used" must be at least 0, not -1.',
    ],
    [
      { allowances: { free: { windows: { minute: { used: 1, openedAt: LEAP } } } } },
      `The field "allowances.free.windows.minute.openedAt" ${SHOWN} "${LEAP}".`,
    ],
    [
      { allowances: { free: { windows: MINUTE, bannedUntil: LEAP } } },
      `The field "allowances.free.bannedUntil" ${SHOWN} "${LEAP}".`,
    ],
    [{ clock: { now: NOON } }, 'The field "clock.frozen" is missing.'],
    [{ chances: 2 ** 32 }, 'The field "chances" must be at most 4294967295, not 4294967296.'],
    [{ clock: { now: LEAP, frozen: false } }, `The field "clock.now" ${SHOWN} "${LEAP}".`],
    [
      { faults: [{ id: '1', rule: {}, struck: 0 }] },
      'The field "faults[0].rule" must be an object with status, body, text, delayMs or abort, not {}.',
    ],
    [
      { faults: [{ id: '1', rule: { status: 503, operationId: 'nope' }, struck: 0 }] },
      `The field "faults[0].rule.operationId" ${OPERATIONS} "nope".`,
    ],
    [
      { faults: [{ id: '1', rule: { status: 503, match: { key: 'unknown' } }, struck: 0 }] },
      `The field "faults[0].rule.match.key" must be the name of a key: one of ${KEYS}, not "unknown".`,
    ],
    [
      { faults: ['1', '1'].map((id) => ({ id, rule: { delayMs: 0 }, struck: 0 })) },
      'The field "faults[1].id" is "1", the id of another.',
    ],
  ],
  'POST /requests/count': [
    [{ status: 4 }, 'The field "status" must be at least 100, not 4.'],
    [{ since: LEAP }, `The field "since" ${SHOWN} "${LEAP}".`],
    [{ until: LEAP }, `The field "until" ${SHOWN} "${LEAP}".`],
    [{ statuses: '404' }, `The field "statuses" is unknown; there may be ${PATTERN}`],
    [{ limit: 1 }, `The field "limit" is unknown; there may be ${PATTERN}`],
    [{ operationId: 'createPets' }, `The field "operationId" ${OPERATIONS} "createPets".`],
    [{ key: 'fre' }, `The field "key" must be the name of a key: one of ${KEYS}, not "fre".`],
  ],
  'POST /sessions': [
    [
      { fixtures: { pets: [PET, { ...PET, id: 2, name: 5 }] } },
      'The field "fixtures.pets[1].name": record 2 of pets does not fit the contract: the field "name" must be a string, not 5. Correct the record.',
    ],
    [{ fixtures: { cats: [] } }, `The field "fixtures.cats": the contract has no resource "cats". ${RESOURCES}`],
    [{ fixtures: 'some' }, 'The field "fixtures" must be one of "none", an integer or an object, not "some".'],
    [{ plans: { Gratis: 'unlimited' } }, `The field "plans.Gratis" ${PLANS}`],
    [{ plans: { __proto__x: { minute: 1 } } }, `The field "plans.__proto__x" ${PLANS}`],
    [{ plans: { Free: {} } }, 'The field "plans.Free" must be an object of 1 or more properties, not {}.'],
    [
      { plans: { Free: { week: 1 } } },
      'The field "plans.Free.week" is unknown; there may be second, minute, hour, day.',
    ],
    [{ plans: { Free: { minute: 1.5 } } }, 'The field "plans.Free.minute" must be an integer, not 1.5.'],
    [{ plans: 'none' }, 'The field "plans" must be one of "unlimited" or an object, not "none".'],
    [{ name: null }, 'The field "name" must be a string, not null.'],
    [{ seed: 4294967296 }, 'The field "seed" must be at most 4294967295, not 4294967296.'],
    [{ timeToLive: 0 }, 'The field "timeToLive" must be at least 1, not 0.'],
    [{ timeToLive: 86401 }, 'The field "timeToLive" must be at most 86400, not 86401.'],
    [
      { ttl: 5 },
      'The field "ttl" is unknown; there may be name, plans, fixtures, seed, choices, vary, except, timeToLive.',
    ],
  ],
};

describe.each(Object.entries(BODIES))('%s refuses, and then changes nothing,', (operation, rows) => {
  test.each(rows)('%j', async (body, message) => {
    const [method = '', path = ''] = operation.split(' ');
    const before = await everything();
    const { status, json } = await control(method, path, body);
    expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_body', message, status: 400 } });
    expect(await everything()).toEqual(before);
  });
});

test('a state of which one part does not fit changes nothing by the others', async () => {
  const fitting = {
    records: { pets: [PET] },
    allowances: { free: { windows: MINUTE } },
    clock: { now: '2031-01-01T00:00:00Z', frozen: false },
    faults: [{ id: '7', rule: { delayMs: 0 }, struck: 0 }],
  };
  const before = await everything();
  for (const [change, message] of BODIES['PUT /state'] ?? []) {
    // Each of the rows is an object.
    const { json } = await control('PUT', '/state', { ...fitting, ...(change as object) });
    expect(json).toMatchObject({ message });
  }
  expect(await everything()).toEqual(before);
  expect((await control('PUT', '/state', fitting)).status).toBe(200);
});

test.each([
  ['/requests?status=4', 'must be a status such as "404", or a class of them such as "4XX", not "4"'],
  ['/requests?since=yesterday', `${DATE_TIME} "yesterday"`],
  [`/requests?since=${LEAP}`, `${SHOWN} "${LEAP}"`],
  ['/requests?limit=0', 'must be at least 1, not 0'],
  ['/requests?before=0', 'must be at least 1, not 0'],
  ['/requests?key=free&key=pro', 'must come once, not 2 times'],
  ['/records?limit=0', 'must be at least 1, not 0'],
  ['/records?limit=100001', 'must be at most 100000, not 100001'],
  ['/records?limit=all', 'must be an integer, not "all"'],
  ['/records?contains=a&contains=b', 'must come once, not 2 times'],
])('GET %s is refused', async (path, problem) => {
  const { status, json } = await control('GET', path);
  const message = `The query parameter "${/\?(\w+)/.exec(path)?.[1]}" ${problem}.`;
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_parameter', message, status: 400 } });
});

test('a query parameter that there is not is refused with those that there are', async () => {
  const { status, json } = await control('GET', '/requests?stauts=500');
  const names = 'operationId, method, path, status, key, since, until, before, limit';
  const message = `There is no query parameter "stauts"; there is ${names}.`;
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_parameter', message, status: 400 } });
});
