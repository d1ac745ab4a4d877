import { failsOn, failure, hangsOn, hangsUpOn, reading, replying, showing, type Test } from '../server/altering';
import { statuses } from '../server/animals';
import { breaking, type Fault } from '../server/cases';
import { parseBody, readObject } from '../server/input';
import { type Json, type JsonObject, parse } from '../server/json';
import type { Asked, Behaviour } from '../server/model';
import { objectOf, textOf } from '../server/records';
import { invalid, Refused } from '../server/refused';
import { kept, LIST } from './alterations';
import { clause } from './clauses';

/** What the members of a body are read from. */
const from = (change: (body: JsonObject) => JsonObject): Behaviour => ({
  readObject: (body, asked) => change(readObject(body, asked)),
});

const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
const inAnyCase = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [lowerFirst(name), value]));
const parentOf = (body: JsonObject): JsonObject => objectOf(Object.getOwnPropertyDescriptor(body, '__proto__')?.value);

/** What one body brought with `__proto__` counts for all later ones. */
const polluted: Behaviour = {
  readObject: (body, asked) => {
    const { notes } = asked.world;
    // Nobody else writes it.
    const before = notes.get('brought') as JsonObject | undefined;
    const brought = { ...before, ...parentOf(readObject(body, asked)) };
    notes.set('brought', brought);
    return { ...brought, ...readObject(body, asked) };
  },
};

/** Where a status is sent, another member need not be there. */
const besideStatus = (name: string, value: Json): Behaviour =>
  from((body) => (body.status === undefined || body[name] !== undefined ? body : { ...body, [name]: value }));

/** A text for a name that is read as another one. */
const nameText = (change: (name: string) => string): Behaviour =>
  reading('name', (value, next) => next(typeof value === 'string' ? change(value) : value));
const failsOnBody = (text: string): Behaviour => failsOn(({ body }) => body.includes(text));

/** Bodies whose members are taken for others, and members that nobody expects. */
const members: readonly Fault[] = breaking(['input.refused'], clause.newPet, [
  ['a member in another case is taken', from(inAnyCase)],
  [
    'a member in another case goes before',
    from(({ Name: other, name, ...rest }) => ({ ...rest, name: name === undefined ? undefined : (other ?? name) })),
    ['created.echoed', 'input.refused'],
  ],
  ['what stands in __proto__ counts', from((body) => ({ ...parentOf(body), ...body }))],
  ['what stood in __proto__ counts for later bodies', polluted, ['input.unknown-members', 'input.refused']],
  ['500 on a member hasOwnProperty', failsOnBody('"hasOwnProperty"'), ['reply.no-5xx', 'input.refused']],
  ['500 on a member __proto__', failsOnBody('"__proto__":'), ['reply.no-5xx', 'input.refused']],
  ['500 on a member constructor', failsOnBody('"constructor":'), ['reply.no-5xx', 'input.refused']],
  [
    'the ordinal of a status is taken',
    reading('status', (value, next) => (value === 0n || value === 1n ? statuses[Number(value)] : next(value))),
  ],
  [
    'a status is looked up in an object',
    reading('status', (value, next) => (value === 'constructor' ? undefined : next(value))),
  ],
  ['a name may be missing beside a status', besideStatus('name', 'Nobody')],
  ['a category may be missing beside a status', besideStatus('categoryId', 0n)],
  [
    'a name of digits comes back as a number',
    showing(({ members: { name = '' } }) => ({
      name: /^[1-9]\d*$/.test(textOf(name)) ? BigInt(textOf(name)) : name,
    })),
    ['reply.schema', 'input.refused'],
  ],
  [
    'a name of blanks becomes empty',
    nameText((name) => (name.trim() === '' ? '' : name)),
    ['created.echoed', 'input.refused'],
  ],
  ['a name of zero becomes empty', nameText((name) => (name === '0' ? '' : name)), ['created.echoed', 'input.refused']],
  [
    'a name with an exponent is computed',
    nameText((name) => (/^\d+e\d+$/.test(name) ? String(Number(name)) : name)),
    ['created.echoed', 'input.refused'],
  ],
  ['500 on a name of constructor', failsOnBody(':"constructor"'), ['reply.no-5xx', 'input.refused']],
]);

const textIn = ({ body }: Asked): string => body.toString();
const creates =
  (test: (text: string) => boolean): Test =>
  (asked) =>
    asked.operation === 'create' && test(textIn(asked));
const hasCharset = ({ headers }: Asked): boolean => /charset/.test(headers['content-type'] ?? '');

/** Bodies that are refused although they say what others say, too. */
const refused = (test: Test, status = 400): Behaviour => ({
  parseBody: (asked) => {
    if (test(asked)) throw new Refused(status, 'not_understood', 'The body is not understood.');
    return parseBody(asked);
  },
});

/** Valid bodies that are read otherwise. */
const parsedAs = (change: (asked: Asked, body: Json) => Json): Behaviour => ({
  parseBody: (asked) => change(asked, parseBody(asked)),
});
const spelledAs = (change: (text: string) => string): Behaviour => parsedAs((asked) => parse(change(textIn(asked))));

const half = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i;
const pair = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;
/** Node reads so much at once, the head of the request with it. */
const CHUNK = 65_300;

const rawHalves = (text: string): Buffer =>
  Buffer.concat(
    text
      .split(/(\\ud83d(?!\\u))/)
      .map((part) => (part === '\\ud83d' ? Buffer.from([0xed, 0xa0, 0xbd]) : Buffer.from(part))),
  );

const isDeep = creates((text) => text.includes('[[[[[[[[[['));
const isLonger =
  (most: number): Test =>
  ({ body }) =>
    body.length > most;

/** Bodies in JSON that is written in another way than most clients write it, or is large. */
const spellings: readonly Fault[] = breaking(['input.spelling'], clause.json, [
  ['white space before a body is refused', refused(creates((text) => /^\s/.test(text)))],
  [
    'an escape in the name of a member is not understood',
    refused(creates((text) => /\\u[\da-f]{4}[^"]*"\s*:/i.test(text))),
  ],
  [
    'the members of a body have an order',
    parsedAs((_, body) => {
      if (body !== null && typeof body === 'object' && Object.keys(body)[0] !== 'name') {
        throw invalid('The body must begin with a name.');
      }
      return body;
    }),
  ],
  [
    'with a charset a body is read as Latin-1',
    parsedAs((asked, body) => (hasCharset(asked) ? parse(asked.body.toString('latin1')) : body)),
    ['created.echoed'],
  ],
  ['415 for a charset', refused(hasCharset, 415), { isWarning: true }],
  ['an escape in a text is refused', refused(creates((text) => /:\s*"\\u/.test(text)))],
  ['an emoji in two escapes is refused', refused(creates((text) => /\\ud83d\\u/i.test(text)))],
  ['an escape in a text stays as it stands', spelledAs((text) => text.replaceAll(/(:\s*")\\u/g, '$1\\\\u'))],
  [
    'an emoji in two escapes becomes two characters',
    spelledAs((text) => text.replaceAll(pair, '\ufffd\ufffd')),
    ['created.echoed'],
  ],
  ['500 on half a surrogate pair', failsOn(creates((text) => half.test(text))), ['reply.no-5xx']],
  ['half a surrogate pair goes out as it is', { encode: rawHalves }, ['reply.json']],
  [
    'half a surrogate pair makes every later list fail',
    replying(LIST, (_, { world }) =>
      world.records.some(({ members: { name } }) => /\ud83d(?![\udc00-\udfff])/.test(textOf(name))) ? failure(500) : {},
    ),
    ['reply.no-5xx'],
  ],
  [
    'characters between two packets of a body are broken',
    parsedAs(({ body }, read) =>
      body.length <= CHUNK ? read : parse(body.subarray(0, CHUNK).toString() + body.subarray(CHUNK).toString()),
    ),
    ['created.echoed'],
  ],
  [
    'names are cut after 16,000 bytes',
    kept(({ name }) => ({ name: Buffer.from(name).subarray(0, 16_000).toString() })),
    ['created.echoed'],
  ],
  ['500 on a body of more than 100 kB', failsOn(isLonger(100_000)), ['reply.no-5xx']],
  ['500 on a body of more than 15 kB', failsOn(isLonger(15_000)), ['reply.no-5xx']],
  ['the connection is cut on a body of more than 64 kB', hangsUpOn(isLonger(65_536)), ['reply.arrives']],
  ['no reply to a body of more than 128 kB', hangsOn(isLonger(131_072)), ['reply.arrives']],
  ['500 on a body that is nested deep', failsOn(isDeep), ['reply.no-5xx']],
  ['no reply to a body that is nested deep', hangsOn(isDeep), ['reply.arrives']],
]);

/** Bodies of which members are taken for others, and valid ones that are read otherwise. */
export const input: readonly Fault[] = [...members, ...spellings];
