/**
 * Work that is promised (RFC 9110 §15.3.3): a 202 leads to a record that says so at first, and is done some time later by the
 * world's clock. What the record is then follows from when it was made, so that nothing has to wait for it.
 */
import {
  type Contract,
  fits,
  keywordOf,
  memoized,
  type Operation,
  own,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  schemaOfReply,
  successOf,
  templateNames,
  typesOf,
} from '../../openapi/contract';
import type { StoredRecord } from '../world/stores/records';
import { CREATED, type Instant, instantOf, instantsAt } from './instants';

/** How long it takes, in milliseconds. */
const DURATION = 2000;

/** What the states of work are mostly called. */
const WAITING = /^(?:pend\w+|queued|accepted|submitted|scheduled|waiting|notstarted)$/;
const RUNNING = /^(?:started|running|processing|inprogress)$/;
const DONE = /^(?:done|completed?|succeeded|success|successful|finished|ready)$/;

interface Progress {
  /** The property that has the state, and its values at first and in the end. */
  readonly state: string;
  readonly begun: string;
  readonly done: string;
  /** When it was made; undefined: it is done when it is read. */
  readonly since: string | undefined;
  /** When it was done, and how much of it is. */
  readonly ended: readonly Instant[];
  readonly percent: string | undefined;
}

/** Undefined where a record says nothing of work that goes on. */
const progressIn = memoized((schema: Schema): Progress | undefined => {
  const properties = [...propertiesOf(schema).values()];
  const instants = properties.filter((one) => instantOf(one) !== undefined);
  for (const property of properties) {
    const states = (keywordOf(property.schema, 'enum') ?? []).filter((value) => typeof value === 'string');
    const [waiting, running, done] = [WAITING, RUNNING, DONE].map((names) =>
      states.find((value) => names.test(plain(value))),
    );
    const begun = waiting ?? running;
    if (begun === undefined || done === undefined) continue;
    const isEnd = /^(?:completed|finished|ended|done)(?:at|on|date|time)$|^end(?:time|date)$/;
    return {
      ...{ state: property.name, begun, done },
      since: instants.find(({ name }) => CREATED.test(plain(name)))?.name,
      ended: instants.flatMap((one) => (isEnd.test(plain(one.name)) ? (instantOf(one) ?? []) : [])),
      percent: properties.find(
        ({ name, schema: one }) =>
          /^(?:progress|percent\w*)$/i.test(name) && typesOf(one).some((type) => /integer|number/.test(type)),
      )?.name,
    };
  }
  return undefined;
});

/** The resource to whose records a 202 leads: the one that it makes, that of a link, of the path in `Location`, or of its body. */
export const jobOf = memoized((contract: Contract) =>
  memoized((operation: Operation): Resource | undefined => {
    const success = successOf(operation);
    if (success?.status !== 202 || operation.method !== 'POST') return undefined;
    const { links, headers } = success.reply;
    const jobs = contract.resources.filter(({ schema }) => progressIn(schema) !== undefined);
    const made = jobs.find(({ operations }) => operations.create === operation);
    const atTop = jobs.filter(
      ({ operations: { read }, collectionPath }) => read && templateNames(collectionPath).length === 0,
    );
    const linked = atTop.find(({ operations: { read } }) => links.some(({ operationId }) => operationId === read?.id));
    const location = headers.find(({ name }) => name.toLowerCase() === 'location');
    const examples = [...(location?.examples.map(({ value }) => value) ?? []), location?.schema.example].map(String);
    const located = atTop.find(({ collectionPath }) => examples.some((text) => text.includes(`${collectionPath}/`)));
    const shown = atTop.find(({ schema }) => schema === schemaOfReply(operation));
    const only = location !== undefined && atTop.length === 1 ? atTop[0] : undefined;
    return made ?? linked ?? located ?? shown ?? only;
  }),
);

const jobsIn = memoized(
  (contract: Contract): ReadonlySet<Resource | undefined> => new Set(contract.operations.map(jobOf(contract))),
);

/** Whether a 202 leads to records of a resource. */
export const isJob = (contract: Contract, resource: Resource): boolean => jobsIn(contract).has(resource);

/** What a new record of work says of its state; undefined where an operation promises none. */
export function begunBy(contract: Contract, operation: Operation): Readonly<Record<string, unknown>> | undefined {
  const job = jobOf(contract)(operation);
  const progress = job && progressIn(job.schema);
  if (progress === undefined) return undefined;
  const { state, begun, percent } = progress;
  return { [state]: begun, ...(percent !== undefined && { [percent]: 0 }) };
}

/** A record as it is at a time, in Unix milliseconds: of work that is over by then, it says so. */
export function asOf(contract: Contract, resource: Resource, record: StoredRecord, now: () => number): StoredRecord {
  const progress = isJob(contract, resource) ? progressIn(resource.schema) : undefined;
  if (progress === undefined || own(record, progress.state) !== progress.begun) return record;
  const { state, done, since, ended, percent } = progress;
  const value = since === undefined ? undefined : own(record, since);
  const time = now();
  const end = (typeof value === 'string' ? Date.parse(value) : time - DURATION) + DURATION;
  if (!(end <= time)) return record;
  const over = {
    ...record,
    [state]: done,
    ...instantsAt(end, ended),
    ...(percent !== undefined && { [percent]: 100 }),
  };
  return fits(resource.schema, 'response', over) ? over : record;
}
