import { createHash } from 'node:crypto';
import { countOf, remembered } from '../server/altering';
import { breaking, type Fault, type Lawful, lawfulBecause } from '../server/cases';
import type { Json, JsonObject } from '../server/json';
import type { Asked, Behaviour, Stored } from '../server/model';
import { assignId, find, keep, objectOf, patched, show, textOf, update } from '../server/records';

type Members = Readonly<Record<string, Json | undefined>>;

/** How a record is shown beside what was sent of it; `looks` counts how often it was. */
type Shown = (record: Stored, looks: number, asked: Asked) => Members;

/** A server of jobs and accounts that shows some members of its own, and does some things otherwise. */
const server = (ofJob: Shown = () => ({}), ofAccount: Shown = () => ({}), more: Behaviour = {}): Behaviour => ({
  show: (record, asked) => {
    const looks = countOf(asked.world, `${record.kind} ${record.id}`);
    const own: Members =
      record.kind === 'jobs'
        ? { status: 'pending', updatedAt: '2026-01-01T00:00:00Z', ...ofJob(record, looks, asked) }
        : record.kind === 'accounts'
          ? { pin: '****', ...ofAccount(record, looks, asked) }
          : {};
    const shown = Object.entries({ ...show(record, asked), ...own });
    // What is undefined is left out, as in JSON.
    return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as JsonObject;
  },
  // A label gets an id of the server's own, whatever is sent.
  adjust: ({ id: _, ...sent }) => sent,
  ...more,
});
const jobs = (ofJob: Shown, more?: Behaviour): Behaviour => server(ofJob, undefined, more);
const accounts = (ofAccount: Shown, more?: Behaviour): Behaviour => server(undefined, ofAccount, more);

/** A job that has a code has no other id. */
const idBy = ({ id, kind, members: { code } }: Stored): Json => (kind === 'jobs' ? (code ?? id) : id);

const secretOf = ({ members: { secret } }: Stored): string => textOf(secret);
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A clock that goes on with each change, and with each second in which nothing is asked for. */
const ticking: Behaviour = {
  arrive: (asked) => {
    const { counts } = asked.world;
    const now = Date.now();
    if (asked.method !== 'GET' || now - (counts.get('last') ?? now) > 1000) countOf(asked.world, 'ticks');
    counts.set('last', now);
    return asked;
  },
  // What is set begins anew.
  update: (before, after, asked) => {
    if (objectOf(asked.world.behaviour.parseBody(asked)).priority !== undefined)
      asked.world.notes.delete(`${before.id}`);
    update(before, after, asked);
  },
};
/** What is left of a number since it was set. */
const downFrom = (count: bigint, { id }: Stored, { world }: Asked): bigint => {
  const ticks = BigInt(world.counts.get('ticks') ?? 0);
  const left = count - ticks + remembered(world, `${id}`, () => ticks);
  return left < 0n ? 0n : left;
};
const isCreate = ({ operation }: Asked): boolean => operation === 'create';

/** A create of the value that a record has is one of that record; `merge` says what becomes of it. */
const upserting = (
  kind: string,
  name: string,
  merge: (before: JsonObject, sent: JsonObject) => JsonObject = (before, sent) => ({ ...before, ...sent }),
): Pick<Behaviour, 'keep'> => ({
  keep: (sent, asked) => {
    const { world } = asked;
    const before = world.records.find((one) => one.kind === kind && one.members[name] === sent[name]);
    if (asked.kind !== kind || before === undefined) return keep(sent, asked);
    const after = { ...before, members: merge(before.members, sent) };
    world.records = world.records.map((one) => (one === before ? after : one));
    return after;
  },
});

/** Every server of this contract that keeps it. */
export const lawfulJobs: readonly Lawful[] = [
  ...lawfulBecause('What no client has sent is for the server to set, at any time.', [
    ['the jobs as they are', server()],
    [
      'a job goes on from pending to done',
      jobs((_, looks) => ({ status: ['pending', 'running'][looks >> 2] ?? 'done' })),
    ],
    ['a job shows the time of each look', jobs(() => ({ updatedAt: new Date().toISOString() }))],
    ['a job counts how often it was looked at', jobs((_, looks) => ({ attempts: BigInt(looks) }))],
    ['a job counts down', jobs((_, looks) => ({ remaining: BigInt(1_000_000 - looks) }))],
    [
      'a job counts its steps',
      jobs(({ id }, _, { world: { records } }) => ({
        steps: BigInt(records.filter(({ parents }) => parents[0] === String(id)).length),
      })),
    ],
    [
      'a job that was given no priority gets one, which goes up',
      jobs(({ members: { priority } }, looks) => ({ priority: priority ?? BigInt(Math.min(looks, 1000)) })),
    ],
    [
      'an account shows when it was seen last',
      accounts((_, looks) => ({ seenAt: new Date(1e12 + looks).toISOString() })),
    ],
    [
      'the token of an account is shown once',
      accounts(({ id }, _, asked) => (isCreate(asked) ? { token: `t-${id}` } : {})),
    ],
  ]),
  ...lawfulBecause("What runs by itself is the server's, whoever has set it going.", [
    [
      'a priority is the number of seconds that are left',
      jobs((record, _, asked) => {
        const { priority } = record.members;
        return typeof priority === 'bigint' ? { priority: downFrom(priority, record, asked) } : {};
      }, ticking),
    ],
  ]),
  ...lawfulBecause('A secret need not be shown as it was sent.', [
    ['a secret is masked', accounts(() => ({ secret: '******' }))],
    ['a secret is shown by its end', accounts((record) => ({ secret: `***${secretOf(record).slice(-3)}` }))],
    [
      'a secret is masked from the first read on',
      accounts((_, __, asked) => (isCreate(asked) ? {} : { secret: '****' })),
    ],
    ['a secret is shown hashed', accounts((record) => ({ secret: digest(secretOf(record)) }))],
    ['a secret is shown as crypt keeps it', accounts(() => ({ secret: `$2b$10$${'a'.repeat(53)}` }))],
    ['a PIN is shown once', accounts(({ members: { pin } }, _, asked) => ({ pin: isCreate(asked) ? pin : undefined }))],
  ]),
  ...lawfulBecause('A nullable member may have a default.', [
    [
      'a title of null becomes one of the server',
      jobs(({ id, members: { title } }) => ({ title: title ?? `Job ${id}` })),
    ],
  ]),
  ...lawfulBecause('It is the same point in time.', [
    [
      'a time is shown in UTC',
      jobs(({ members: { dueAt } }) => (typeof dueAt === 'string' ? { dueAt: new Date(dueAt).toISOString() } : {})),
    ],
  ]),
  ...lawfulBecause('Nothing says that a create always makes another record.', [
    ['an account of a known address is that account', server(undefined, undefined, upserting('accounts', 'email'))],
    [
      'an account of a known address is that account, as it was',
      server(
        undefined,
        undefined,
        upserting('accounts', 'email', (before) => before),
      ),
    ],
    ['a job of a known name is that job', server(undefined, undefined, upserting('jobs', 'name'))],
    [
      'a job of a known name is that job, as it was',
      server(
        undefined,
        undefined,
        upserting('jobs', 'name', (before) => before),
      ),
    ],
  ]),
  ...lawfulBecause('A path may take another name of a record as well.', [
    [
      'the code of a job is its id, too',
      jobs((record) => ({ id: idBy(record) }), {
        assignId: (world, unnamed) => unnamed.members.code ?? assignId(world, unnamed),
        // A changed record has the parents of before.
        clash: (record, { records }) =>
          records.find(
            ({ kind, id, parents }) => kind === record.kind && id === idBy(record) && parents !== record.parents,
          ),
        update: (before, after, asked) => update(before, { ...after, id: idBy(after) }, asked),
      }),
    ],
    [
      'a job is found by its name, too',
      jobs(() => ({}), {
        readId: (text) => (/^\d+$/.test(text) ? BigInt(text) : text),
        find: (id, asked) =>
          typeof id === 'string' && asked.kind === 'jobs'
            ? asked.world.records.find(({ kind, members: { name } }) => kind === asked.kind && name === id)
            : find(id, asked),
      }),
    ],
  ]),
];

const sent = 'What a client has sent stays until a client changes it.';

/** Every server of this contract that breaks it. */
export const jobFaults: readonly Fault[] = [
  ...breaking(['created.readable', 'records.kept', 'created.listed'], sent, [
    ['a job loses its priority when it goes on', jobs(() => ({ priority: undefined }))],
    [
      'a job that goes on loses its name',
      jobs(({ members: { name } }, looks) => ({ name: looks > 3 ? 'Running' : name })),
    ],
    [
      'a note of an account is shown once',
      accounts(({ members: { note } }, _, asked) => ({ note: isCreate(asked) ? note : undefined })),
    ],
    [
      'the address of an account is shown once',
      accounts(({ members: { email } }, looks) => ({ email: looks < 2 ? email : 'x' })),
    ],
    [
      'a list counts the priorities up',
      jobs(({ members: { priority } }, looks, { operation }) =>
        typeof priority === 'bigint' && operation === 'list' ? { priority: priority + BigInt(looks) } : {},
      ),
    ],
    ['a job changes its id', jobs(({ id }, looks) => (looks > 2 ? { id: BigInt(String(id)) + 500n } : {}))],
    [
      'the secret of another account is shown',
      accounts((_, __, asked) => (isCreate(asked) ? {} : { secret: 'of ada' })),
    ],
    [
      'a time is an hour later when it is read',
      jobs(({ members: { dueAt } }, _, asked) =>
        typeof dueAt === 'string' && !isCreate(asked)
          ? { dueAt: new Date(Date.parse(dueAt) + 3_600_000).toISOString() }
          : {},
      ),
    ],
  ]),
  ...breaking(['reply.schema'], 'Job: status is required.', [
    ['the status of a job is shown once', jobs((_, __, asked) => (isCreate(asked) ? {} : { status: undefined }))],
  ]),
  ...breaking(['patched.keeps-rest'], 'PATCH changes what it names.', [
    [
      'a patch takes the priority away that was sent',
      {
        ...server(),
        patched: (before, body, asked) => {
          const { priority: _, ...rest } = patched(before, body, asked);
          return body.priority === undefined ? rest : { ...rest, priority: body.priority };
        },
      },
    ],
  ]),
  ...breaking(['patched.keeps-rest'], 'The path names the job.', [
    [
      'a patch gives a job another id',
      jobs(() => ({}), {
        update: (before, after, asked) =>
          update(before, asked.operation === 'patch' ? { ...after, id: BigInt(`${after.id}`) + 500n } : after, asked),
      }),
    ],
  ]),
  ...breaking(['input.query'], 'The parameters that the operation names are what counts.', [
    [
      'the id of a label is that of the query',
      {
        ...server(),
        show: (record, asked) => ({
          ...show(record, asked),
          ...(record.kind === 'jobs' ? { status: 'pending', updatedAt: '2026-01-01T00:00:00Z' } : {}),
          ...(isCreate(asked) && record.kind === 'labels' && asked.query.has('id')
            ? { id: `${asked.query.get('id')}` }
            : {}),
        }),
      },
    ],
  ]),
  ...breaking(['created.new-id'], '201: a record of its own.', [
    ['every account has the id 7', { ...server(), assignId: () => 7n }],
    ['accounts have two ids in turn', { ...server(), assignId: ({ made }) => 7n + BigInt(made % 2) }],
    [
      'a create takes the place of the last record',
      {
        ...server(),
        assignId: ({ records }, { kind }) => records.findLast((one) => one.kind === kind)?.id ?? 1n,
        store: (record, world) => {
          world.records = [...world.records.filter((one) => one.kind !== record.kind || one.id !== record.id), record];
        },
      },
    ],
  ]),
  ...breaking(['created.new-id'], 'A create makes a record.', [
    [
      'a create of a known address changes that account without a word',
      server(undefined, undefined, upserting('accounts', 'email')),
      { isWarning: true },
    ],
  ]),
];
