import type { Asked, Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { failsOn, hangsOn, hangsUpOn, type Test } from '../server/failing';
import { parseBody } from '../server/input';
import { parse } from '../server/json';
import { on } from '../server/on';
import { invalid, Refused } from '../server/refused';
import { clause } from './clauses';

const fault = (name: string, caughtBy: CheckId, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.json,
  caughtBy: [caughtBy],
  behaviour,
});

const textOf = ({ body }: Asked): string => body.toString();
const creates =
  (test: (text: string) => boolean): Test =>
  (asked) =>
    asked.operation === 'create' && test(textOf(asked));

/** Bodies that are refused although they say what others say, too. */
const refusing = (test: Test, status = 400): Behaviour => ({
  parseBody: (asked) => {
    if (test(asked)) throw new Refused(status, 'not_understood', 'The body is not understood.');
    return parseBody(asked);
  },
});

/** Bodies that are read after their text was changed. */
const readAs = (change: (text: string) => string): Behaviour => ({
  parseBody: (asked) => parse(change(parseBody(asked) === undefined ? '' : textOf(asked))),
});

const half = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i;
const pair = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;
const hasHalf = (text: string): boolean => half.test(text);
/** Node reads so much at once, the head of the request with it. */
const CHUNK = 65_300;

/** Bodies in JSON that is written in another way than most clients write it, or is large. */
export const spellings: readonly Fault[] = [
  fault('white space before a body is refused', 'input.spelling', refusing(creates((text) => /^\s/.test(text)))),
  fault(
    'an escape in the name of a member is not understood',
    'input.spelling',
    refusing(creates((text) => /\\u[\da-f]{4}[^"]*"\s*:/i.test(text))),
  ),
  fault('the members of a body have an order', 'input.spelling', {
    parseBody: (asked) => {
      const body = parseBody(asked);
      if (body !== null && typeof body === 'object' && Object.keys(body)[0] !== 'name')
        throw invalid('The body must begin with a name.');
      return body;
    },
  }),
  fault('with a charset a body is read as Latin-1', 'created.echoed', {
    parseBody: (asked) => {
      const body = parseBody(asked);
      return /charset/.test(asked.headers['content-type'] ?? '') ? parse(asked.body.toString('latin1')) : body;
    },
  }),
  fault(
    '415 for a charset',
    'input.spelling',
    refusing(({ headers }) => /charset/.test(headers['content-type'] ?? ''), 415),
  ),
  fault('an escape in a text is refused', 'input.spelling', refusing(creates((text) => /:\s*"\\u/.test(text)))),
  fault('an emoji in two escapes is refused', 'input.spelling', refusing(creates((text) => /\\ud83d\\u/i.test(text)))),
  fault(
    'an escape in a text stays as it stands',
    'input.spelling',
    readAs((text) => text.replaceAll(/(:\s*")\\u/g, '$1\\\\u')),
  ),
  fault(
    'an emoji in two escapes becomes two characters',
    'created.echoed',
    readAs((text) => text.replaceAll(pair, '\ufffd\ufffd')),
  ),
  fault('500 on half a surrogate pair', 'reply.no-5xx', failsOn(creates(hasHalf))),
  fault('half a surrogate pair goes out as it is', 'reply.json', {
    encode: (text) =>
      Buffer.concat(
        text
          .split(/(\\ud83d(?!\\u))/)
          .map((part) => (part === '\\ud83d' ? Buffer.from([0xed, 0xa0, 0xbd]) : Buffer.from(part))),
      ),
  }),
  fault('half a surrogate pair makes every later list fail', 'reply.no-5xx', {
    rewrite: on({ operation: 'list', status: 200 }, (reply, { world }) => {
      if (world.animals.every(({ name }) => !/\ud83d(?![\udc00-\udfff])/.test(name))) return reply;
      return { status: 500, body: { code: 'internal', message: 'It can not be encoded.', status: 500 } };
    }),
  }),
  fault('characters between two packets of a body are broken', 'created.echoed', {
    parseBody: (asked) => {
      const { body } = asked;
      if (body.length <= CHUNK) return parseBody(asked);
      return parse(body.subarray(0, CHUNK).toString() + body.subarray(CHUNK).toString());
    },
  }),
  fault('names are cut after 16,000 bytes', 'created.echoed', {
    adjust: (sent) => ({ ...sent, name: Buffer.from(sent.name).subarray(0, 16_000).toString() }),
  }),
  fault(
    '500 on a body of more than 100 kB',
    'reply.no-5xx',
    failsOn(({ body }) => body.length > 100_000),
  ),
  fault(
    '500 on a body of more than 15 kB',
    'reply.no-5xx',
    failsOn(({ body }) => body.length > 15_000),
  ),
  fault(
    'the connection is cut on a body of more than 64 kB',
    'reply.arrives',
    hangsUpOn(({ body }) => body.length > 65_536),
  ),
  fault(
    'no reply to a body of more than 128 kB',
    'reply.arrives',
    hangsOn(({ body }) => body.length > 131_072),
  ),
  fault('500 on a body that is nested deep', 'reply.no-5xx', failsOn(creates((text) => text.includes('[[[[[[[[[[')))),
  fault(
    'no reply to a body that is nested deep',
    'reply.arrives',
    hangsOn(creates((text) => text.includes('[[[[[[[[[['))),
  ),
];
