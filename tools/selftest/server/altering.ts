import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headers, meter } from './allowance';
import { parseKey, readMember } from './input';
import type { Json, JsonObject } from './json';
import type { Allowance, Asked, Behaviour, Operation, Outgoing, Reply, Send, Stages, Stored, World } from './model';
import { find, having, records, show } from './records';
import { invalid, Refused } from './refused';

// Alterations that many unusual servers share: of replies, of what is shown, kept and counted.

/** Selects replies; what is left out matches any. */
export interface Which {
  readonly operation?: Operation;
  readonly kind?: string;
  readonly status?: number;
  /** Every 4xx and 5xx. */
  readonly error?: true;
}

/** Which requests something happens to. */
export type Test = (asked: Asked) => boolean;

function fits({ operation, kind, status, error }: Which, reply: Reply | Outgoing, asked: Asked): boolean {
  if (operation !== undefined && operation !== asked.operation) return false;
  if (kind !== undefined && kind !== asked.kind) return false;
  if (error === true && reply.status < 400) return false;
  return status === undefined || status === reply.status;
}

/** A `rewrite` that changes some replies and leaves the others. */
export const on =
  (which: Which, change: (reply: Reply, asked: Asked) => Partial<Reply>): Stages['rewrite'] =>
  (reply, asked) =>
    fits(which, reply, asked) ? { ...reply, ...change(reply, asked) } : reply;

/** Some replies are changed, or replaced. */
export const replying = (
  which: Which,
  change: Partial<Reply> | ((reply: Reply, asked: Asked) => Partial<Reply>),
): Behaviour => ({ rewrite: on(which, typeof change === 'function' ? change : () => change) });

/** Something is done beside some replies. */
export const doing = (which: Which, act: (asked: Asked, reply: Reply) => void): Behaviour =>
  replying(which, (reply, asked) => {
    act(asked, reply);
    return {};
  });

/** Every nth of the replies that are selected is changed. */
export const everyNth = (nth: number, which: Which, change: Parameters<typeof replying>[1]): Behaviour =>
  replying(which, (reply, asked) => {
    if (countOf(asked.world, 'selected') % nth !== 0) return reply;
    return typeof change === 'function' ? change(reply, asked) : change;
  });

/** What a refusal of the shipped contract says in place of another reply. */
export const failure = (status: number, code = 'refused', message = 'Refused.'): Reply => ({
  status,
  body: { code, message, status },
});

/** Requests get another status, with an error. */
export const answers = (status: number, test: Test): Behaviour => ({
  rewrite: (reply, asked) => (test(asked) ? { ...reply, ...failure(status) } : reply),
});
export const failsOn = (test: Test): Behaviour => answers(500, test);

/** What a server looks at before it looks at the key. It throws `Refused` for what it finds wrong. */
export type Look = (asked: Asked) => unknown;

/** Where the key is wrong, what the look finds is told instead. */
export const looking = (look: Look, which: (asked: Asked) => boolean = () => true): Behaviour => ({
  rewrite: on({ status: 401 }, (reply, asked) => {
    try {
      if (which(asked)) look(asked);
      return reply;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.problem.status, body: asked.world.behaviour.errorBody(error.problem, asked) };
    }
  }),
});

/** Their connection is cut. */
export const hangsUpOn = (test: Test): Behaviour => ({
  send: (response, outgoing, asked) => {
    if (test(asked)) response.destroy();
    else plainly(response, outgoing, asked);
  },
});

/** They never get a reply. */
export const hangsOn = (test: Test): Behaviour => ({
  send: (response, outgoing, asked) => {
    if (!test(asked)) plainly(response, outgoing, asked);
  },
});

export function plainly(response: ServerResponse, { status, headers: said, bytes }: Outgoing, _: Asked): void {
  response.writeHead(status, said).end(bytes);
}

/** Some replies are sent in another way. */
export const sending = (which: Which, send: Send): Behaviour => ({
  send: (response, outgoing, asked) => (fits(which, outgoing, asked) ? send : plainly)(response, outgoing, asked),
});

type Added = OutgoingHttpHeaders | ((allowance: Allowance, reply: Reply, asked: Asked) => OutgoingHttpHeaders);

/** More headers, or others in place of those that the lawful base sends. */
export const saying = (...added: readonly Added[]): Behaviour => ({
  headers: (allowance, reply, asked) =>
    Object.assign(
      headers(allowance),
      ...added.map((more) => (typeof more === 'function' ? more(allowance, reply, asked) : more)),
    ),
});

/** Records are shown with some members changed, or without those that are undefined. */
export const showing = (
  change: (record: Stored, asked: Asked) => JsonObject,
  where: Test | Operation = () => true,
): Behaviour => ({
  show: (record, asked) => {
    const isMeant = typeof where === 'string' ? asked.operation === where : where(asked);
    return isMeant ? { ...show(record, asked), ...change(record, asked) } : show(record, asked);
  },
});

/** What a create keeps of what was sent. */
export const keeping = (change: (sent: JsonObject, asked: Asked) => JsonObject): Behaviour => ({
  adjust: (sent, asked) => ({ ...sent, ...change(sent, asked) }),
});

/** What a member is read as; `next` reads it, or something else in its place, as the contract says. */
export const reading = (
  name: string,
  change: (
    value: Json | undefined,
    next: (value: Json | undefined) => Json | undefined,
    asked: Asked,
  ) => Json | undefined,
): Behaviour => ({
  readMember: (member, value, asked) => {
    const next = (other: Json | undefined): Json | undefined => readMember(member, other, asked);
    return member.name === name ? change(value, next, asked) : next(value);
  },
});

/** Refuses what the schema allows. */
export const refusing = (
  test: (sent: JsonObject, asked: Asked) => boolean,
  refusal: () => Refused = () => invalid('This is against a rule of the store.'),
): Behaviour => ({
  adjust: (sent, asked) => {
    if (test(sent, asked)) throw refusal();
    return sent;
  },
});

/** Other figures than those that are counted. */
export const metering = (change: (allowance: Allowance, asked: Asked) => Partial<Allowance>): Behaviour => ({
  meter: (asked) => {
    const allowance = meter(asked);
    return { ...allowance, ...change(allowance, asked) };
  },
});

/** How often something of this name has happened at a server, this time included. */
export function countOf({ counts }: World, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}

/** What stands under a name; the first time what `first` gives. */
export function remembered<T>({ notes }: { readonly notes: Map<string, unknown> }, name: string, first: () => T): T {
  if (!notes.has(name)) notes.set(name, first());
  // Under each name a server keeps one kind of thing.
  return notes.get(name) as T;
}

/** Changes members of one record where it stands. */
export function change(record: Stored | undefined, members: JsonObject, world: World): void {
  world.records = world.records.map((one) => (one === record ? having(one, members) : one));
}

/** Whatever stands there by now. */
export function overwrite({ kind, id }: Stored, after: Stored, world: World): void {
  world.records = world.records.map((one) => (one.kind === kind && one.id === id ? after : one));
}

/** Other requests are served meanwhile. */
export const later = (milliseconds = 3): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** How many other requests are being served, of an operation or of all. */
export function others(asked: Asked, operation?: Operation): number {
  const all = [...asked.world.shared.current].filter((one) => operation === undefined || one.operation === operation);
  return all.filter((one) => one.number !== asked.number).length;
}

/** Does one job after the other. */
export async function inTurn<T>({ shared }: World, job: () => T | Promise<T>): Promise<T> {
  const mine = shared.turn.then(job);
  shared.turn = mine.then(
    () => {},
    () => {},
  );
  return mine;
}

/** Gives each request the time to meet those that came with it. */
export const meeting: Pick<Stages, 'arrive'> = {
  arrive: async (asked) => {
    await later();
    return asked;
  },
};

/** A wrong key locks every valid one out for so many milliseconds. */
export const lockingFor = (milliseconds: number): Behaviour => ({
  parseKey: (header, asked) => {
    const { notes } = asked.world;
    const key = parseKey(header, asked);
    if (header !== undefined && key === undefined) notes.set('locked until', Date.now() + milliseconds);
    return Date.now() < Number(notes.get('locked until') ?? 0) ? undefined : key;
  },
});

/** All records, and since when they are so. */
interface Copy {
  readonly at: number;
  readonly records: readonly Stored[];
}

const copiesOf = (world: World): Copy[] => remembered(world, 'copies', () => [{ at: 0, records: world.records }]);

const copying: Behaviour = {
  meanwhile: (world) => void copiesOf(world),
  rewrite: (reply, { world }) => {
    const copies = copiesOf(world);
    if (copies.at(-1)?.records !== world.records) copies.push({ at: Date.now(), records: world.records });
    return reply;
  },
};

const isOfPlace =
  ({ kind, above }: Asked) =>
  (record: Stored): boolean =>
    record.kind === kind && String(record.parents) === String(above);

/** Lists are made of a copy that is so late. */
export const listingLate = (milliseconds: number): Behaviour => ({
  ...copying,
  records: (asked) => {
    if (asked.operation !== 'list') return records(asked);
    const copy = copiesOf(asked.world).findLast(({ at }) => at <= Date.now() - milliseconds);
    return (copy?.records ?? []).filter(isOfPlace(asked));
  },
});

/** What was deleted is read for so long. */
export const deletingLate = (milliseconds: number): Behaviour => ({
  ...copying,
  find: (id, asked) => {
    const found = find(id, asked);
    if (found !== undefined || asked.operation !== 'read') return found;
    const copies = copiesOf(asked.world);
    const late = copies.filter((_, nth) => (copies[nth + 1]?.at ?? 0) > Date.now() - milliseconds);
    return late.flatMap((copy) => copy.records.filter(isOfPlace(asked))).find((one) => one.id === id);
  },
});
