import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { failsOn } from '../server/failing';
import { parseBody, readName, readObject, readStatus } from '../server/input';
import { isObject, type Json, type JsonObject } from '../server/json';
import { statuses } from '../server/records';
import { clause } from './clauses';

const fault = (name: string, caughtBy: CheckId, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.newPet,
  caughtBy: [caughtBy, 'input.refused'],
  behaviour,
});

/** What the members of a body are read from. */
const from = (change: (body: JsonObject) => JsonObject): Behaviour => ({
  readObject: (body) => change(readObject(body)),
});

const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
const inAnyCase = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [lowerFirst(name), value]));
const inherited = (body: JsonObject): JsonObject => {
  const parent = Object.getOwnPropertyDescriptor(body, '__proto__')?.value as Json | undefined;
  return parent !== undefined && isObject(parent) ? { ...parent, ...body } : body;
};

/** What one body brought with `__proto__` counts for all later ones. */
const polluted: Behaviour = {
  parseBody: (asked) => {
    const { replies } = asked.world;
    const body = readObject(parseBody(asked));
    const parent = Object.getOwnPropertyDescriptor(body, '__proto__')?.value as Json | undefined;
    if (parent !== undefined && isObject(parent)) replies.set('brought', { status: 200, headers: {}, body: parent });
    const brought = replies.get('brought')?.body ?? {};
    return isObject(brought) ? { ...brought, ...body } : body;
  },
};

/** Bodies whose members are taken for others, and members that nobody expects. */
export const members: readonly Fault[] = [
  fault('a member in another case is taken', 'input.refused', from(inAnyCase)),
  fault('a member in another case goes before', 'created.echoed', {
    readObject: (body) => {
      const { Name: other, name, ...rest } = readObject(body);
      return { ...rest, name: name === undefined ? undefined : (other ?? name) };
    },
  }),
  fault('what stands in __proto__ counts', 'input.refused', from(inherited)),
  fault('what stood in __proto__ counts for later bodies', 'input.unknown-members', polluted),
  fault(
    '500 on a member hasOwnProperty',
    'reply.no-5xx',
    failsOn(({ body }) => body.includes('"hasOwnProperty"')),
  ),
  fault(
    '500 on a member __proto__',
    'reply.no-5xx',
    failsOn(({ body }) => body.includes('"__proto__":')),
  ),
  fault(
    '500 on a member constructor',
    'reply.no-5xx',
    failsOn(({ body }) => body.includes('"constructor":')),
  ),
  fault('the ordinal of a status is taken', 'input.refused', {
    readStatus: (value) => (value === 0n || value === 1n ? statuses[Number(value)] : readStatus(value)),
  }),
  fault('a status is looked up in an object', 'input.refused', {
    readStatus: (value) => (value === 'constructor' ? undefined : readStatus(value)),
  }),
  fault('a name may be missing beside a status', 'input.refused', {
    readObject: (body) => {
      const object = readObject(body);
      return object.status === undefined || object.name !== undefined ? object : { ...object, name: 'Nobody' };
    },
  }),
  fault('a category may be missing beside a status', 'input.refused', {
    readObject: (body) => {
      const object = readObject(body);
      return object.status === undefined || object.categoryId !== undefined ? object : { ...object, categoryId: 0n };
    },
  }),
  fault('a name of digits comes back as a number', 'reply.schema', {
    show: ({ id, name, categoryId, status }) => ({
      id,
      name: /^[1-9]\d*$/.test(name) ? BigInt(name) : name,
      categoryId,
      status,
    }),
  }),
  fault('a name of blanks becomes empty', 'created.echoed', {
    readName: (value) => (typeof value === 'string' && value.trim() === '' ? '' : readName(value)),
  }),
  fault('a name of zero becomes empty', 'created.echoed', {
    readName: (value) => (value === '0' ? '' : readName(value)),
  }),
  fault('a name with an exponent is computed', 'created.echoed', {
    readName: (value) =>
      typeof value === 'string' && /^\d+e\d+$/.test(value) ? String(Number(value)) : readName(value),
  }),
  fault(
    '500 on a name of constructor',
    'reply.no-5xx',
    failsOn(({ body }) => body.includes(':"constructor"')),
  ),
];
