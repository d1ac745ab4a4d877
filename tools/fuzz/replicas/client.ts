import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from 'fast-check';
import { isObject, parseJson } from '../../../openapi/contract';
import type { Reply } from '../model';
import { encode, type PlainRequest } from '../wire/encode';
import { type Address, type Lane, openLane } from '../wire/lane';
import { ABSENT, type Acknowledged } from './acknowledged';
import type { Requests } from './requests';
import type { Spent } from './spent';

/** What a client is for, and what it keeps its accounts in. */
export interface ClientOptions {
  readonly name: string;
  readonly requests: Requests;
  readonly random: Random;
  /** The replicas that take requests now. */
  readonly replicas: readonly Address[];
  readonly acknowledged: Acknowledged;
  readonly spent: Spent;
  /** A key whose allowance is soon used up, and what it took. */
  readonly scarce: { readonly key: string; readonly spent: Spent };
  readonly complain: (what: string) => void;
}

/** Something that a client does, of so many parts of all that it does. */
interface Deed {
  readonly share: number;
  run(): Promise<void>;
}

/**
 * A client that makes, reads, changes and removes records of its own, each time at any of the replicas.
 *
 * @returns does one of these things
 */
export function createReplicaClient(options: ClientOptions): { go(): Promise<void>; close(): void } {
  const { name, requests, random, replicas, acknowledged, spent, scarce, complain } = options;
  const lanes = new Map<Address, Lane>();
  const own: string[] = [];
  let made = 0;

  const send = async (request: PlainRequest): Promise<Reply | undefined> => {
    for (const [address, lane] of lanes) {
      if (replicas.includes(address)) continue;
      lane.close();
      lanes.delete(address);
    }
    const at = replicas[random.nextInt(0, replicas.length - 1)];
    if (at === undefined) return pause(5, undefined);
    const lane = lanes.get(at) ?? openLane(at);
    lanes.set(at, lane);
    const { method, target } = request;
    const { replies, ended } = await lane.send({
      parts: [encode(request)],
      ending: 'wait',
      request: { method, target },
    });
    const [reply] = replies;
    if (reply === undefined && ended === 'silent') complain(`${method} ${target} was not answered`);
    // The store could not be asked, or did not answer in time: what came of it is not known.
    return reply?.status === 503 ? undefined : reply;
  };
  /** Sends a request, and notes what it takes of an allowance. */
  const spend = async (request: PlainRequest, from: Spent): Promise<Reply | undefined> => {
    const reply = await send(request);
    if (!requests.isMetered(request)) return reply;
    if (reply === undefined) from.unanswered();
    else if (reply.status === 429) from.refused().forEach(complain);
    // A key that is not known takes of another allowance, that of the address.
    else if (reply.status !== 401) {
      const remaining = reply.headers.get(requests.remaining ?? '');
      from.served(remaining === undefined ? undefined : Number(remaining)).forEach(complain);
    }
    return reply;
  };
  const unexpected = (what: string, { status, body }: Reply): void =>
    complain(`${what} was answered ${status}: ${body.toString().slice(0, 200)}`);

  const create = async (): Promise<void> => {
    made += 1;
    const record = `${name}-${made}`;
    acknowledged.asked(record, record);
    const reply = await spend(requests.create(record), spent);
    if (reply === undefined) return;
    if (reply.status !== 201) return unexpected(`a create of ${record}`, reply);
    acknowledged.answered(record, record, String(memberOf(reply, requests.idProperty))).forEach(complain);
    own.push(record);
  };
  /** Does something with one of its records, if it has any that is surely there. */
  const withRecord = async (run: (record: string, id: string) => Promise<void>): Promise<void> => {
    const record = own[random.nextInt(0, Math.max(0, own.length - 1))];
    const id = record === undefined ? undefined : acknowledged.present.get(record);
    if (record === undefined || id === undefined) return create();
    await run(record, id);
  };
  const read = (): Promise<void> =>
    withRecord(async (record, id) => {
      if (requests.read === undefined) return;
      const reply = await spend(requests.read(id), spent);
      if (reply === undefined) return;
      if (reply.status !== 200 && reply.status !== 404) return unexpected(`a read of ${record}`, reply);
      const label = reply.status === 404 ? ABSENT : String(memberOf(reply, requests.labelProperty));
      acknowledged.seen(record, label).forEach(complain);
    });
  const replace = (): Promise<void> =>
    withRecord(async (record, id) => {
      made += 1;
      const label = `${record}.${made}`;
      acknowledged.asked(record, label);
      const reply = await spend(requests.replace(id, label), spent);
      if (reply === undefined) return;
      if (reply.status < 200 || reply.status > 299) return unexpected(`a change of ${record}`, reply);
      acknowledged.answered(record, label).forEach(complain);
    });
  const remove = (): Promise<void> =>
    withRecord(async (record, id) => {
      acknowledged.asked(record, ABSENT);
      own.splice(own.indexOf(record), 1);
      const reply = await spend(requests.remove(id), spent);
      if (reply === undefined) return;
      if (reply.status < 200 || reply.status > 299) return unexpected(`a removal of ${record}`, reply);
      acknowledged.answered(record, ABSENT).forEach(complain);
    });
  const list = async (): Promise<void> => {
    const reply = await spend(requests.list(scarce.key), scarce.spent);
    if (reply !== undefined && reply.status !== 200 && reply.status !== 429) unexpected('a list', reply);
  };
  const deeds: readonly Deed[] = [
    { share: 8, run: create },
    { share: 6, run: read },
    { share: 4, run: replace },
    { share: 2, run: remove },
    { share: 2, run: list },
  ];
  const all = deeds.flatMap(({ share, run }) => Array.from({ length: share }, () => run));
  return {
    async go() {
      await all[random.nextInt(0, all.length - 1)]?.();
    },
    close() {
      for (const lane of lanes.values()) lane.close();
    },
  };
}

function memberOf({ body }: Reply, name: string): unknown {
  const record = parseJson(body.toString());
  return isObject(record) ? record[name] : undefined;
}
