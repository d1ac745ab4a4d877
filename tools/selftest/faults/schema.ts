import type { Asked, Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import type { Json } from '../server/json';
import type { Animal } from '../server/model';
import { on } from '../server/on';
import { show } from '../server/records';
import { clause } from './clauses';

const wrong = (name: string, breaks: string, behaviour: Behaviour): Fault => ({
  name,
  breaks,
  caughtBy: ['reply.schema', 'created.echoed'],
  behaviour,
});

type Change = (animal: Animal) => { readonly [field: string]: Json | undefined };

/** Records shown with some fields changed. */
const shown = (change: Change, where: (asked: Asked) => boolean = () => true): Behaviour => ({
  show: (animal, asked) => (where(asked) ? { ...show(animal), ...change(animal) } : show(animal)),
});

const inLists = ({ operation }: Asked): boolean => operation === 'list';
const whenRead = ({ operation }: Asked): boolean => operation === 'read';
const whenCreated = ({ operation }: Asked): boolean => operation === 'create';

/** Records whose fields are not what the contract says. */
export const schema: readonly Fault[] = [
  wrong(
    'id as a string',
    clause.pet,
    shown(({ id }) => ({ id: String(id) })),
  ),
  wrong(
    'id as a string when created, else as an integer',
    clause.pet,
    shown(({ id }) => ({ id: String(id) }), whenCreated),
  ),
  wrong(
    'id with a fraction',
    clause.pet,
    shown(({ id }) => ({ id: Number(id) + 0.5 })),
  ),
  wrong(
    'id beyond int64',
    clause.int64,
    shown(({ id }) => ({ id: id + 2n ** 63n })),
  ),
  wrong(
    'id missing',
    clause.pet,
    shown(() => ({ id: undefined })),
  ),
  wrong(
    'id missing in lists',
    clause.pet,
    shown(() => ({ id: undefined }), inLists),
  ),
  wrong(
    'id under the name of _id',
    clause.pet,
    shown(({ id }) => ({ id: undefined, _id: id })),
  ),
  wrong(
    'categoryId as a string',
    clause.pet,
    shown(({ categoryId }) => ({ categoryId: String(categoryId) })),
  ),
  wrong(
    'categoryId as a string when read',
    clause.pet,
    shown(({ categoryId }) => ({ categoryId: String(categoryId) }), whenRead),
  ),
  wrong(
    'categoryId with a fraction',
    clause.pet,
    shown(({ categoryId }) => ({ categoryId: Number(categoryId) / 2 + 0.25 })),
  ),
  wrong(
    'categoryId null where it is zero',
    clause.pet,
    shown(({ categoryId }) => ({ categoryId: categoryId === 0n ? null : categoryId })),
  ),
  wrong(
    'categoryId under the name of category_id',
    clause.pet,
    shown(({ categoryId }) => ({ categoryId: undefined, category_id: categoryId })),
  ),
  wrong(
    'category as an object',
    clause.pet,
    shown(({ categoryId }) => ({ categoryId: { id: categoryId } })),
  ),
  wrong(
    'name null',
    clause.pet,
    shown(() => ({ name: null })),
  ),
  wrong(
    'name null where it is empty',
    clause.pet,
    shown(({ name }) => ({ name: name === '' ? null : name })),
  ),
  wrong(
    'name missing in lists',
    clause.pet,
    shown(() => ({ name: undefined }), inLists),
  ),
  wrong(
    'name missing when created',
    clause.created,
    shown(() => ({ name: undefined }), whenCreated),
  ),
  wrong(
    'name in parts',
    clause.pet,
    shown(({ name }) => ({ name: [name] }), whenRead),
  ),
  wrong(
    'status null where there is none',
    clause.petStatus,
    shown(({ status = null }) => ({ status })),
  ),
  wrong(
    'status empty where there is none',
    clause.petStatus,
    shown(({ status = '' }) => ({ status })),
  ),
  wrong(
    'status out of the enumeration where there is none',
    clause.petStatus,
    shown(({ status = 'unknown' }) => ({ status })),
  ),
  wrong(
    'status in upper case',
    clause.petStatus,
    shown(({ status }) => ({ status: status?.toUpperCase() })),
  ),
  wrong(
    'status reserved for pending, in lists',
    clause.petStatus,
    shown(({ status }) => ({ status: status === 'pending' ? 'reserved' : status }), inLists),
  ),
  wrong(
    'status as a number',
    clause.petStatus,
    shown(({ status }) => ({ status: status === undefined ? undefined : 1 })),
  ),
  wrong(
    'one old record in the list has a status that is no longer known',
    clause.petStatus,
    shown(({ id, status }) => ({ status: id === 17n ? 'lost' : status }), inLists),
  ),
  wrong('a list inside an object', clause.list, {
    rewrite: on({ operation: 'list', status: 200 }, ({ body = [] }) => ({ body: { data: body, total: 31 } })),
  }),
  wrong('null for a list', clause.list, { rewrite: on({ operation: 'list', status: 200 }, () => ({ body: null })) }),
  wrong('records by id in place of a list', clause.list, {
    rewrite: on({ operation: 'list', status: 200 }, (_reply, { world }) => ({
      body: Object.fromEntries(world.animals.map((animal) => [String(animal.id), show(animal)])),
    })),
  }),
  wrong('ids in place of records', clause.list, {
    rewrite: on({ operation: 'list', status: 200 }, (_reply, { world }) => ({
      body: world.animals.map(({ id }) => id),
    })),
  }),
  wrong('a read record in a list', clause.found, {
    rewrite: on({ operation: 'read', status: 200 }, ({ body = null }) => ({ body: [body] })),
  }),
  wrong('a created record inside an object', clause.created, {
    rewrite: on({ status: 201 }, ({ body }) => ({ body: { pet: body } })),
  }),
  wrong('an empty object when created', clause.created, { rewrite: on({ status: 201 }, () => ({ body: {} })) }),
  wrong('nothing but the id when created', clause.created, {
    show: ({ id, ...animal }, { operation }) => (operation === 'create' ? { id } : show({ id, ...animal })),
  }),
  wrong('JSON inside a string', clause.pet, {
    print: (body) => JSON.stringify(JSON.stringify(body, (_name, value) => String(value))),
  }),
];
