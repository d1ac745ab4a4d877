import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import type { JsonObject } from '../server/json';
import type { Ground, Stored } from '../server/model';

const stored = (kind: string, id: bigint, members: JsonObject): Stored => ({
  kind,
  parents: [],
  id,
  members,
  madeAt: Date.UTC(2020, 0, 1),
});

/** The ground of the third contract. The build leaves the document where it is. */
export const JOBS: Ground = {
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/jobs/jobs.yaml'),
  opening: () => [
    ...['Import', 'Export', 'Clean'].map((name, nth) => stored('jobs', BigInt(nth + 1), { name, priority: 1n })),
    ...['ada', 'bob'].map((name, nth) =>
      stored('accounts', BigInt(nth + 1), { email: `${name}@example.org`, secret: `of ${name}`, pin: '2718' }),
    ),
  ],
  textIds: { labels: (made) => `l${made}` },
  unique: {},
};
