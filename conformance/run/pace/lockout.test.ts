import type { Contract } from '../../../openapi/contract';
import type { Credential, Exchange, Request } from '../../exchange/exchange';
import { toRequest } from '../../requests/request';
import { operationOf, shippedContract } from '../../testing/contract';
import { readBody } from '../../wire/body';
import { createTurnWatch } from './turn';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

/** A watch of a server that locks the key out for so many milliseconds after each wrong one. */
function lockingFor(lockMs: number, kind: 'bearer' | 'basic' = 'bearer') {
  const sent: string[] = [];
  const waits: number[] = [];
  let now = 0;
  let lockedUntil = 0;
  const listed = operationOf(contract, 'listPets');
  const security = listed.security.map((all) => all.map((one) => ({ ...one, kind })));
  const request = toRequest({ ...listed, security }, {});
  const answer = (one: Request): Exchange => {
    const isValid = one.credential === 'main';
    if (!isValid) lockedUntil = now + lockMs;
    const status = isValid && now >= lockedUntil ? 200 : 401;
    sent.push(`${isValid ? 'valid' : 'wrong'} ${status}`);
    const response = { status, headers: new Map(), body: readBody(Buffer.from('[]'), undefined) };
    return {
      number: sent.length,
      request: one,
      sentBy: 'a.check',
      response,
      failure: undefined,
      startedAt: now,
      milliseconds: 1,
    };
  };
  const watch = createTurnWatch(async (milliseconds) => {
    waits.push(milliseconds);
    now += milliseconds;
  });
  const send = (credential: Credential): Promise<boolean> =>
    watch.look([answer({ ...request, credential })], async (one) => answer(one));
  const isSentStill = (wrong: string): boolean => !watch.lockouts.isLocking({ ...request, credential: { wrong } });
  return { send, sent, waits, watch, isSentStill };
}

test('a valid key that a wrong one locks out is waited for, and what it was refused is to be sent again', async () => {
  const { send, waits, watch } = lockingFor(1200);
  await send('main');
  await send({ wrong: 'changed' });
  expect(await send('main')).toBe(true);
  expect([waits, watch.turn]).toEqual([[500, 1000], undefined]);
  expect(watch.lockouts.first).toMatchObject({ after: { number: 2 }, refused: { number: 4 } });
});

test('no wrong key like it is sent any more, and one of nobody still is', async () => {
  const { send, isSentStill } = lockingFor(300);
  await send('main');
  await send({ wrong: 'changed' });
  expect(isSentStill('shortened')).toBe(true);
  await send('main');
  expect([isSentStill('shortened'), isSentStill('unknown')]).toEqual([false, true]);
});

test('of a user with a password one wrong password is tried first: several may lock the user out for good', async () => {
  const { send, sent, isSentStill } = lockingFor(300, 'basic');
  await send('main');
  expect(await send({ wrong: 'changed' })).toBe(false);
  expect(sent.slice(1)).toEqual(['wrong 401', 'valid 401', 'valid 200']);
  expect(isSentStill('case')).toBe(false);
});

test('a lockout of more than a minute is a turn: nothing is served any more', async () => {
  const { send, waits, watch } = lockingFor(120_000);
  await send('main');
  await send({ wrong: 'changed' });
  await send('main');
  expect(waits).toHaveLength(7);
  expect(watch.turn).toMatchObject({ after: { number: 2 } });
});

test('a wrong key that changes nothing takes no further request', async () => {
  const { send, sent } = lockingFor(0);
  for (const credential of ['main', { wrong: 'changed' }, 'main', { wrong: 'case' }, 'main'] as const)
    await send(credential);
  expect(sent).toHaveLength(5);
});
