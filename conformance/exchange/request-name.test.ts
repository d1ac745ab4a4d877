import { loadContract } from '../../openapi/contract';
import type { Exchange } from './exchange';
import { isLeftOutAgain, promisesOf } from './request-name';

const HEADER = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };

async function promisesBy(general: string, header = HEADER) {
  const { operations } = await loadContract({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: general },
    paths: {
      '/things': {
        post: {
          parameters: [header],
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { 201: { description: 'Made.' }, 409: { description: 'A conflict.' } },
        },
      },
    },
  });
  return operations[0] && promisesOf(operations[0]);
}

test('what is said of all keys in the paragraph that names their header is promised of each operation', async () => {
  const general = `## Again

Operations that mention \`Idempotency-Key\` remember the key together with the account and the path. The same key with an
equal body (equal as JSON) gets the first answer once more. The same key with a different body is a 409. Only successful
answers are remembered.`;
  expect(await promisesBy(general)).toMatchObject({
    ...{ sameReply: true, isOfOperation: true, isOfCaller: true, comparesJson: true, forgetsRefusals: true },
    otherBody: [{ status: 409 }],
  });
});

test('a status that only words name is none of those that an operation lists', async () => {
  const general =
    'An `Idempotency-Key` with another body is refused with `422`. A request that was refused does not use its key up.';
  expect(await promisesBy(general)).toMatchObject({ otherBody: [], forgetsRefusals: true });
});

test('a request that comes again may get the parts of the first reply', async () => {
  const general = `Every \`POST\` accepts an \`Idempotency-Key\` header. A repeated request with the same key, path and body does
nothing again: it answers with the status, the body and the \`Location\` of the first one. Keys are separate for each depot.`;
  expect(await promisesBy(`## Once\n\n${general}`)).toMatchObject({
    sameReply: true,
    isOfFirst: true,
    isOfCaller: true,
  });
  const refused =
    'An `Idempotency-Key` sent again with a body other than that of the first request is refused with 422.';
  expect(await promisesBy(refused)).toMatchObject({ sameReply: false });
  for (const what of ['every HTTP method', 'POST, PUT and PATCH', 'day'])
    expect(await promisesBy(`Send an \`Idempotency-Key\`. Keys are separate for ${what}.`)).toMatchObject({
      isOfCaller: false,
    });
  const others = `An \`Idempotency-Key\` keeps the body of the first request. Keys are separate for each operation.`;
  expect(await promisesBy(others)).toMatchObject({ isOfFirst: false, isOfCaller: false });
});

test('another paragraph promises nothing of them', async () => {
  const general = 'A key belongs to an account. Only successful answers are remembered.\n\nSee Idempotency-Key.';
  expect(await promisesBy(general)).toMatchObject({ isOfCaller: false, forgetsRefusals: false, sameReply: false });
});

test('what is said of a key that comes again later, at once, and elsewhere', async () => {
  const later = `Repeating a request with its \`Idempotency-Key\` gives the first reply again. That is so even when the record has
changed since, and also when both are under way at the same time. The same key with another body or on another path is
refused with 409. Only successful requests use up a key.`;
  expect(await promisesBy(later)).toMatchObject({
    ...{
      sameReply: true,
      isOfFirst: true,
      isAtOnce: true,
      isOfPath: true,
      forgetsRefusals: true,
      isOfOperation: false,
    },
  });
  const open = `The same Idempotency-Key gives the first reply again. A second request while the first is under way is refused
with 409. Keys count within a path.`;
  expect(await promisesBy(open)).toMatchObject({ isOfFirst: false, isAtOnce: false, isOfPath: false });
  const seen = `An \`Idempotency-Key\` is yours to choose. If we see a key again with the same body we send the first reply.

- The same key with another path or another body: \`409\`, and nothing happens.`;
  expect(await promisesBy(`## Once\n\n${seen}`)).toMatchObject({
    ...{ isOfPath: true, isOfOperation: false, sameReply: true, otherBody: [{ status: 409 }] },
  });
  const apart = 'An `Idempotency-Key` is yours.\n\nIdempotency keys of one shop never get in the way of another.';
  expect(await promisesBy(apart)).toMatchObject({ isOfCaller: true });
  const owned = (text: string) =>
    promisesBy(`With the same \`Idempotency-Key\` again you get the first reply. ${text}`);
  for (const words of [
    'Keys of different credentials or paths do not touch each other.',
    'Keys of different operations (or different parents in the path) have nothing to do with each other.',
    'A refund at another payment counts as another operation.',
  ])
    expect(await owned(words)).toMatchObject({ isOfTarget: true });
  expect(await owned('The key is of no use on another path.')).toMatchObject({ isOfTarget: false });
  expect(await owned('A key belongs to the workshop that used it.')).toMatchObject({ isOfCaller: true });
  for (const other of ['operation that used it', 'order that it made', 'body that came with it first'])
    expect(await owned(`A key belongs to the ${other}.`)).toMatchObject({ isOfCaller: false });
});

test('a header of whatever name that words around it describe so is one, and no other', async () => {
  const token = { ...HEADER, name: 'Shop-Token' };
  const said = `Any POST may carry a \`Shop-Token\`. If it comes again with the same request nothing is done a second time: the caller
receives the first reply once more. Only requests that succeeded are remembered. Tokens of different shops have nothing to do
with each other. One that returns with a different request is refused with 409.`;
  expect(await promisesBy(said, token)).toMatchObject({ sameReply: true, forgetsRefusals: true, isOfCaller: true });
  expect(await promisesBy(said, { ...HEADER, name: 'Shop-Locale' })).toBeUndefined();
  expect(await promisesBy('Repeat the `Shop-Token` of the first reply in each request.', token)).toBeUndefined();
});

test('a section that begins with a header is about it, its table as well', async () => {
  const section = `## Once

Put a value of your own in \`Shop-Token\`, and a repetition is harmless:

| The token is … | … and the body is … | Then |
|---|---|---|
| new | any | we do the work |
| known | the same | you get the first answer again, status and body. |
| known | different | \`409\` |

Keys are kept apart by house and by path. They are remembered for a day, but only with successful answers.

## Others

A key that comes again from another house is refused with 409.`;
  expect(await promisesBy(section, { ...HEADER, name: 'Shop-Token' })).toMatchObject({
    ...{ sameReply: true, forgetsRefusals: true, isOfOperation: true, isOfCaller: false },
    otherBody: [{ status: 409 }],
  });
});

test.each([
  [
    "the first reply is sent with `Once-Replayed: true`. First-time responses don't have this header.",
    'Once-Replayed',
    true,
  ],
  ['the first reply is sent with `Once-Replayed: true`.', 'Once-Replayed', false],
  ['the first reply is sent, with `X-Trace: 1`.', undefined, undefined],
])('a header tells that a reply comes again: %s', async (said, name, isAbsentFirst) => {
  const promises = await promisesBy(`If an \`Idempotency-Key\` comes again, nothing is done again: ${said}`);
  expect([promises?.sign?.name, promises?.sign?.isAbsentFirst]).toEqual([name, isAbsentFirst]);
});

test('how a key has to be written is nothing about another body', async () => {
  const general = (form: string) =>
    `Send an \`Idempotency-Key\` (1 to 64 letters or digits; ${form} is refused with \`409\`). If it comes again, nothing is done a second time.`;
  expect((await promisesBy(general('another value')))?.otherBody).toBeUndefined();
  expect((await promisesBy(general('the same with another body')))?.otherBody).toMatchObject([{ status: 409 }]);
});

test('the same status and body again are those of the first reply, whatever has become of the record', async () => {
  const general =
    'An `Idempotency-Key` names a request. If we have answered one with that key, we send the same status and body again, and do nothing else.';
  expect(await promisesBy(general)).toMatchObject({ sameReply: true, isOfFirst: true });
  expect(await promisesBy(general.replace('status and body', 'reply'))).toMatchObject({ isOfFirst: false });
});

test.each([
  ['Every response (but not replays) carries its `ETag`.', true],
  ['Every response carries its `ETag`, also replays.', false],
])('a reply that comes again may lack a header: %s', async (said, wanted) => {
  const header = { schema: { type: 'string' } };
  const { operations } = await loadContract({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: said },
    paths: { '/things': { post: { responses: { 201: { description: 'Made.', headers: { Replayed: header } } } } } },
  });
  const replied = (headers: Map<string, string>) =>
    ({ request: { operation: operations[0] }, response: { status: 201, headers } }) as unknown as Exchange;
  expect(isLeftOutAgain(replied(new Map([['replayed', 'true']])), 'ETag')).toBe(wanted);
  expect(isLeftOutAgain(replied(new Map()), 'ETag')).toBe(false);
});
