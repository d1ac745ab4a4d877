import type { Contract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { on, reading } from '../../tools/selftest/server/altering';
import type { Behaviour } from '../../tools/selftest/server/model';
import { show } from '../../tools/selftest/server/records';
import { listen } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import type { RequestParts } from '../requests/request';
import { run } from '../run/run';
import { shippedContract } from '../testing/contract';
import { exchangeOf } from '../testing/exchange';
import { judged } from '../testing/judged';
import { optionsFor } from '../testing/options';
import type { Finding } from '../verdict/result';
import type { Topic } from '../verdict/verdict';
import { causesOf } from './causes';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

interface Seen {
  readonly operation?: string;
  readonly outcome?: 'fail' | 'warn';
  readonly topic?: Topic;
  readonly key?: string;
  readonly body?: unknown;
  readonly parts?: RequestParts;
  /** The numbers of the exchanges that show it, each alone. */
  readonly at?: readonly number[];
  readonly status?: number;
  readonly symptoms?: readonly string[];
}

function finding(check: string, { operation = 'createPet', outcome = 'fail', topic = {}, ...seen }: Seen): Finding {
  const { at = [1], status = 200, symptoms = [], key = '', body = [], parts = {} } = seen;
  return {
    ...{ outcome, check, title: '', level: 'MUST', operation, clause: { sentence: '', pointer: '' }, topic },
    ...{ expected: '', actual: '', seen: at.length, firstSeen: at[0] ?? 0 },
    exchanges: [exchangeOf(contract, { operation, status, body, parts })],
    key,
    sightings: at.map((number) => [number]),
    symptoms: new Set(symptoms),
  };
}

/** For each cause its check and operation, and those of what follows. */
const told = (findings: readonly Finding[]) => {
  const name = ({ check, operation }: Finding) => `${check} ${operation}`;
  return causesOf(findings).map((cause) => [name(cause.finding), ...cause.consequences.map(name)]);
};

test('what one rule finds on each operation alike is one defect, and another thing another', () => {
  const without = (name: string, operation: string, at: readonly number[]) =>
    finding('reply.headers', { operation, at, topic: { defect: `${name} missing`, part: 'missing headers' } });
  expect(
    told([
      without('X-A', 'listPets', [1, 3]),
      without('X-B', 'listPets', [1, 3]),
      without('X-C', 'listPets', [3]),
      without('X-A', 'getPet', [2]),
    ]),
  ).toEqual([['reply.headers listPets', 'reply.headers listPets', 'reply.headers getPet'], ['reply.headers listPets']]);
});

test('the same reply to the same kind of request is one finding with its operations, another reply is another', () => {
  const refused = (operation: string, key: string, message: string) =>
    finding('input.accepted', { operation, key, status: 422, body: { message }, outcome: 'warn' });
  const causes = causesOf([
    refused('listPets', 'the status 422', 'Record 12 is of Rex-7, 3.5 s ago'),
    refused('createPet', 'the status 422', 'Record 9 is of Rex-81, 70.5 s ago'),
    refused('getPet', 'the status 422', 'Choose a record'),
    refused('getPet', 'another kind', 'Record 1 is of Rex-2, 1 s ago'),
  ]);
  expect(causes.map(({ operations }) => operations)).toEqual([['listPets', 'createPet'], ['getPet'], ['getPet']]);
});

test('what a reply says alike but for what the operation does and with what is one finding', () => {
  const lacking = (operation: string, does: string) =>
    finding('input.accepted', { operation, status: 400, key: '400', body: `Cannot ${does}: no owner was chosen` });
  expect(told([lacking('getPet', 'get pet'), lacking('createPet', 'create pets')])).toHaveLength(1);
  expect(told([lacking('getPet', 'get pet'), lacking('createPet', 'reach the store')])).toHaveLength(2);
  // A word of the text may be one of only one of the operations.
  expect(told([lacking('getPet', 'get it'), lacking('createPet', 'get it')])).toHaveLength(1);
});

test('a failure on an operation is told once, whether the document foresees it or not', () => {
  const failed = (outcome: 'fail' | 'warn', status: number, body: string) =>
    finding('reply.no-5xx', { outcome, status, key: String(status), body, at: [body.length] });
  expect(told([failed('fail', 500, 'a'), failed('warn', 500, 'of b')])).toHaveLength(1);
  expect(told([failed('fail', 500, 'a'), failed('warn', 501, 'of b')])).toHaveLength(2);
});

test('a 503 speaks of the server, and a 500 of one operation, unless the requests are odd alike', () => {
  const both = (status: number, ...queries: readonly string[]) =>
    ['listPets', 'createPet'].map((operation, index) => {
      const parts = { rawQuery: queries[index] ?? '' };
      return finding('reply.no-5xx', { operation, status, body: 'Sorry', parts, at: [index] });
    });
  expect(told(both(503))).toHaveLength(1);
  expect(told(both(500))).toHaveLength(2);
  expect(told(both(500, 'limit=1&%', '%'))).toHaveLength(1);
  const body = { type: 'Failure', message: 'The worker is null' };
  const telling = (operation: string, at: number) =>
    finding('reply.no-5xx', { operation, status: 500, body, at: [at] });
  expect(told([telling('listPets', 1), telling('createPet', 2)])).toHaveLength(1);
});

test('what breaks the schema in the same replies is one finding, and what does so in others is another', () => {
  const wrong = (member: string, ...at: readonly number[]) =>
    finding('reply.schema', { topic: { member, defect: member }, at });
  expect(told([wrong('a', 1, 2), wrong('b', 2), wrong('c', 2, 3)])).toHaveLength(2);
});

test('what shows in requests at once follows from what shows in each alone, in replies of the same operation', () => {
  const atOnce = (operation: string) =>
    finding('parallel.own-reply', { operation, at: [9], topic: { inTurn: 'input.refused' } });
  expect(told([atOnce('createPet'), atOnce('getPet'), finding('input.refused', { at: [20] })])).toEqual([
    ['parallel.own-reply getPet'],
    ['input.refused createPet', 'parallel.own-reply createPet'],
  ]);
});

test('what a failed reply lacks follows from the failure, and what others lack too does not', () => {
  const failed = finding('reply.no-5xx', { at: [4, 5], status: 500 });
  expect(
    told([
      failed,
      finding('error.envelope', { at: [4, 5], status: 500 }),
      finding('reply.headers', { at: [3, 4, 5] }),
      finding('input.accepted', { at: [5], status: 500, topic: { wanted: 201 } }),
    ]),
  ).toEqual([
    ['reply.no-5xx createPet', 'error.envelope createPet', 'input.accepted createPet'],
    ['reply.headers createPet'],
  ]);
});

test('another status of the class follows from one that is not documented; what should have been refused does not', () => {
  const status = finding('reply.status', { at: [1, 2, 3], status: 202 });
  const accepted = finding('input.accepted', { at: [1, 2], status: 202, topic: { wanted: 201 } });
  const refused = finding('input.refused', { at: [3], status: 202, topic: { wanted: 400 } });
  expect(told([status, accepted, refused])).toEqual([
    ['reply.status createPet', 'input.accepted createPet'],
    ['input.refused createPet'],
  ]);
  // Where only what should have been refused has that status, it is how the server refuses.
  expect(told([{ ...status, sightings: [[3]] }, refused])).toEqual([
    ['reply.status createPet', 'input.refused createPet'],
  ]);
});

test('a valid request that is refused by a status that is not documented is told once', () => {
  const told404 = (check: string, outcome: 'fail' | 'warn', ...at: readonly number[]) =>
    finding(check, { outcome, at, status: 404, topic: check === 'input.accepted' ? { wanted: 201 } : {} });
  expect(told([told404('reply.status', 'fail', 1, 2), told404('input.accepted', 'warn', 2)])).toHaveLength(1);
  expect(told([told404('input.accepted', 'fail', 1, 2), told404('reply.status', 'warn', 2)])).toHaveLength(1);
  expect(told([told404('reply.status', 'fail', 1), told404('input.accepted', 'fail', 2)])).toHaveLength(2);
});

test('rules that miss the same record see one defect, and those that miss others see two', () => {
  const lost = (check: string, ...symptoms: readonly string[]) => finding(check, { symptoms });
  expect(
    told([
      lost('created.readable', '/pets 7: missing'),
      lost('created.listed', '/pets 7: missing', '/pets 8: missing'),
      lost('records.kept', '/pets 9: missing'),
    ]),
  ).toEqual([['created.readable createPet', 'created.listed createPet'], ['records.kept createPet']]);
});

test('two records with one id are the cause of whatever else is wrong with them', () => {
  expect(
    told([
      finding('created.readable', { symptoms: ['/pets 1: name "Rex"'] }),
      finding('created.new-id', { symptoms: ['/pets 1:'] }),
      finding('records.kept', { symptoms: ['/pets 1: name "Rex"', '/pets 12: missing'] }),
    ]),
  ).toEqual([['created.new-id createPet', 'created.readable createPet', 'records.kept createPet']]);
});

test('a record of before is told under the id that another record has, of the same operation', () => {
  expect(
    told([
      finding('created.new-id', { key: 'id taken' }),
      finding('created.new-id', { key: 'record of before', outcome: 'warn' }),
    ]),
  ).toEqual([['created.new-id createPet', 'created.new-id createPet']]);
});

test('a property that breaks its schema is not what was sent either', () => {
  const topic = { member: 'size' };
  expect(
    told([
      finding('reply.schema', { at: [1, 2], topic }),
      finding('created.echoed', { at: [2], topic }),
      finding('created.echoed', { at: [2], topic: { member: 'name' } }),
      finding('created.echoed', { at: [3], topic }),
    ]),
  ).toEqual([
    ['reply.schema createPet', 'created.echoed createPet'],
    ['created.echoed createPet'],
    ['created.echoed createPet'],
  ]);
});

test('a server that needs no key at all takes wrong ones, on that operation', () => {
  const open = { whole: 'credentials', defect: 'none' };
  const wrong = { part: 'credentials', defect: 'wrong' };
  expect(
    told([
      finding('credentials.required', { topic: open }),
      finding('credentials.checked', { topic: wrong }),
      finding('credentials.checked', { topic: wrong, operation: 'getPet' }),
    ]),
  ).toEqual([['credentials.required createPet', 'credentials.checked createPet', 'credentials.checked getPet']]);
  expect(told([finding('credentials.checked', { topic: wrong, operation: 'getPet' })])).toHaveLength(1);
});

test('a server that takes any key takes each wrong one, whichever operation it is tried on', () => {
  const any = { whole: 'credentials', part: 'credentials', defect: 'unknown is served' };
  const wrong = (defect: string, operation: string) =>
    finding('credentials.checked', { operation, key: defect, topic: { part: 'credentials', defect } });
  const some = [wrong('lengthened is served', 'getPet'), wrong('shortened is served', 'listPets')];
  expect(told([...some, finding('credentials.checked', { topic: any })])).toHaveLength(1);
  expect(told(some)).toHaveLength(2);
});

test('a violation never follows from a warning, and nothing is lost', () => {
  const topic = { defect: 'the same' };
  const findings = [finding('input.accepted', { topic }), finding('input.accepted', { topic, outcome: 'warn' })];
  expect(told(findings)).toEqual([['input.accepted createPet', 'input.accepted createPet']]);
  const causes = causesOf(findings.toReversed());
  expect(causes.map(({ finding: { outcome } }) => outcome)).toEqual(['fail']);
  expect(causes.flatMap(({ finding: one, consequences }) => [one, ...consequences])).toHaveLength(2);
});

describe('one habit of a server is one finding:', () => {
  const causesAt = async (behaviour: Behaviour, checks: readonly string[]) => {
    const { result } = await judged(behaviour, { checks, maxRequests: 300 });
    return causesOf(result.findings).map(({ finding: { check } }) => check);
  };
  test('texts are trimmed, in whichever member', async () => {
    const behaviour: Behaviour = {
      show: (record, asked) =>
        Object.fromEntries(
          Object.entries(show(record, asked)).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.trim() : value,
          ]),
        ),
    };
    expect(await causesAt(behaviour, ['created'])).toEqual(['created.echoed']);
  });

  test('a member is null wherever its record stands, and lists are taken whatever is in them', async () => {
    const texts = { type: 'array', items: { type: 'string' } };
    const user = { type: 'object', properties: { avatar: { type: 'string' } } };
    const done = (properties: object) => ({
      200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object', properties } } } },
      400: { description: 'Something is wrong.' },
    });
    const asking = { type: 'object', properties: { ids: texts, names: texts } };
    const requestBody = { content: { 'application/json': { schema: asking } } };
    const document = {
      ...{ openapi: '3.0.3', info: { title: 'Users', version: '1' } },
      paths: {
        '/search': { post: { requestBody, responses: done({ owner: user }) } },
        '/me': { get: { responses: done(user.properties) } },
      },
    };
    const server = await listen('', async ({ url }, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(url === '/me' ? '{"avatar":null}' : '{"owner":{"avatar":null}}');
    });
    const options = optionsFor(server.baseUrl, { checks: ['input.refused', 'reply.schema'] });
    const quiet = { onProgress: () => {}, onWait: () => {} };
    const { findings } = await run(await contractOf(document), CHECKS, options, quiet);
    await server.close();
    expect(causesOf(findings).map(({ finding: { check, key } }) => `${check} ${key}`)).toEqual([
      'reply.schema 200 /avatar type',
      'input.refused ids of a wrong item',
      'input.refused ids null',
      'input.refused an array for the body',
      'input.refused malformed JSON',
    ]);
  });
});

describe('of two defects neither hides the other:', () => {
  const causesAt = async (behaviour: Behaviour, checks: readonly string[]) => {
    const { result } = await judged(behaviour, { checks, maxRequests: 300 });
    return causesOf(result.findings).map(({ finding: { check, operation } }) => `${check} ${operation}`);
  };

  test('a create is answered with 202, and a body without a name is taken', async () => {
    const behaviour: Behaviour = {
      ...reading('name', (value) => (typeof value === 'string' ? value : '')),
      rewrite: on({ operation: 'create', status: 201 }, () => ({ status: 202 })),
    };
    const causes = await causesAt(behaviour, ['reply', 'input.refused', 'input.accepted']);
    expect(causes).toEqual(expect.arrayContaining(['reply.schema createPet', 'input.refused createPet']));
  });

  test('what is sold can not be shown, and no reply has its limit', async () => {
    const behaviour: Behaviour = {
      show: (record, asked) => {
        if (record.members.status === 'sold') throw new Error('It is gone.');
        return show(record, asked);
      },
      headers: () => ({ 'X-RateLimit-Remaining': '9', 'X-RateLimit-Reset': '1900000000' }),
    };
    const causes = await causesAt(behaviour, ['reply', 'list']);
    expect(causes).toEqual(expect.arrayContaining(['reply.no-5xx listPets', 'reply.headers listPets']));
  });

  test('every error lacks its code, and a wrong id is a 200', async () => {
    const behaviour: Behaviour = {
      errorBody: ({ message, status }) => ({ message, status }),
      rewrite: on({ operation: 'read', status: 404 }, () => ({
        status: 200,
        body: { id: 1n, name: 'Rex', categoryId: 1n },
      })),
    };
    const causes = await causesAt(behaviour, ['error', 'missing', 'input.refused']);
    expect(causes).toEqual(expect.arrayContaining(['error.envelope createPet', 'missing.not-found getPet']));
  });
});
