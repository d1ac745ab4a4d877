import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../../openapi/contract';
import { type Application, Refused } from '../../reach/application';
import { archives } from './archives';
import { bookings } from './bookings';
import { charges } from './charges';
import { FORGIVEN } from './forgiven';
import { members } from './members';
import { rooms } from './rooms';
import { type Does, openWorld, type Part } from './world';

/** Both are of the same caller, who may do everything; the third one may only read. */
export const TOKEN = 'tk-Venue-4gPq8sXw2LrB';
export const KEY = 'vk-Venue-9mZt5cVn7QhD';
export const READER = 'tk-Venue-reader-1kYf6';

const PARTS: readonly Part[] = [members, rooms, bookings, charges, archives];

/** The venue, which keeps its document but for what it `does`. The build leaves the document where it is. */
export const venue = (does: Does): Application => ({
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/venue/venue.yaml'),
  flags: ['--credential', `token=${TOKEN}`, '--credential', `key=${KEY}`],
  admit: ({ authorization, 'x-venue-key': key }, method) => {
    const isWriter = authorization === `Bearer ${TOKEN}` || key === KEY;
    const isReader = authorization === `Bearer ${READER}` || key === READER;
    if (!isWriter && !isReader) {
      const headers = { 'WWW-Authenticate': 'Bearer' };
      throw new Refused(401, 'A valid token or key is needed.', undefined, headers);
    }
    if (!isWriter && method !== 'GET') throw new Refused(403, 'This credential may only read.');
  },
  problem: ({ status, message, pointer, headers }) => ({
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify({
      ...{ type: 'about:blank', title: message, status },
      ...(pointer === undefined ? {} : { pointer }),
    }),
  }),
  forgives: (error, operation) =>
    Object.entries(FORGIVEN).some(([name, isForgiven]) => does(name) && isForgiven(error, operation)),
  open: () => {
    const world = openWorld();
    return Object.assign({}, ...PARTS.map((part) => part(world, does)));
  },
});
