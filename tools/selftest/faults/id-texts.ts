import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { failsOn, hangsOn, hangsUpOn, type Test } from '../server/failing';
import { readId } from '../server/input';
import { keyWhere, parseKey, tokenOf } from '../server/keys';
import { notFound } from '../server/refused';
import { clause } from './clauses';

const fault = (name: string, caughtBy: CheckId, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.notFound,
  caughtBy: [caughtBy],
  behaviour,
});

/** What the reader of ids makes of some texts. */
const readAs = (pattern: RegExp, read: (text: string) => bigint): Behaviour => ({
  readId: (text) => (pattern.test(text) ? read(text) : readId(text)),
});

const reads =
  (pattern: RegExp): Test =>
  ({ operation, target }) =>
    operation === 'read' && pattern.test(target);

/** Ids in the path that are not written as ids are. */
export const idTexts: readonly Fault[] = [
  fault(
    'an id with a leading zero is taken for octal',
    'records.by-id',
    readAs(/^0[0-7]+$/, (text) => BigInt(`0o${text}`)),
  ),
  fault(
    'an exponent in an id is cut off',
    'records.by-id',
    readAs(/^\d+e\d+$/, (text) => BigInt(text.replace(/e.*/, ''))),
  ),
  fault(
    'an id in hexadecimal is read as its digits',
    'records.by-id',
    readAs(/^0x\d+$/, (text) => BigInt(text.slice(2)) + 1n),
  ),
  fault(
    'an id with a sign is counted from the one before',
    'records.by-id',
    readAs(/^\+\d+$/, (text) => BigInt(text) + 1n),
  ),
  fault(
    'an id that is a name of every object leads to the first record',
    'records.by-id',
    readAs(/^(__proto__|constructor)$/, () => 1n),
  ),
  fault(
    'an id of very many digits wraps',
    'records.by-id',
    readAs(/^\d{100,}$/, () => 1n),
  ),
  fault('percent-encoded digits of an id are not decoded', 'records.by-id', {
    rewrite: (reply, asked) => {
      if (!reads(/\/%3\d$/)(asked) || reply.status !== 200) return reply;
      const { status, code, message } = notFound('There is no animal with this id.').problem;
      return { ...reply, status, body: { code, message, status } };
    },
  }),
  fault('500 on a leading zero of an id', 'reply.no-5xx', failsOn(reads(/\/0\d+$/))),
  fault('500 on a plus sign before an id', 'reply.no-5xx', failsOn(reads(/\/(\+|%2b)\d+$/i))),
  fault('500 on a fraction of zero in an id', 'reply.no-5xx', failsOn(reads(/\.0$/))),
  fault('500 on an id in hexadecimal', 'reply.no-5xx', failsOn(reads(/\/0x[\da-f]+$/))),
  fault('500 on a NUL in an id', 'reply.no-5xx', failsOn(reads(/%00/))),
  fault('500 on space around an id', 'reply.no-5xx', failsOn(reads(/%20/))),
  fault('500 on a byte in an id that is no UTF-8', 'reply.no-5xx', failsOn(reads(/%ff/i))),
  fault('500 on the id constructor', 'reply.no-5xx', failsOn(reads(/constructor/))),
  fault(
    'the connection is cut on a percent sign in an id that encodes nothing',
    'reply.arrives',
    hangsUpOn(reads(/%zz/)),
  ),
  fault('no reply to an id of very many digits', 'reply.arrives', hangsOn(reads(/\d{1000}/))),
  {
    name: 'a name of every object passes for a key',
    breaks: clause.key,
    caughtBy: ['credentials.checked'],
    behaviour: {
      parseKey: (authorization, asked) =>
        (tokenOf(authorization) ?? '') in {} ? keyWhere(asked, () => true) : parseKey(authorization, asked),
    },
  },
  {
    name: '500 on a name of every object for a key',
    breaks: clause.key,
    caughtBy: ['reply.no-5xx'],
    behaviour: failsOn(({ headers }) => tokenOf(headers.authorization) === '__proto__'),
  },
];
